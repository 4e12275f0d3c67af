package io.roce.tools.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Pictures as an XML parser reads them; where things stand is reckoned here again. */
class LinePlotTest
{
    /** The frame goes from 78 to 610 and from 350 up to 40. */
    private static final Axis X = new Axis("seconds", false, 0, 10);
    private static final Axis Y = new Axis("part", true, 0.001, 1);

    @Test
    void shouldPutAPointWhereItsValuesAre() throws Exception
    {
        final Document svg = parse(new LinePlot("t", "d", X, Y, List.of(new PlotSeries(
            "a", 0, PlotSeries.Style.MARKS, List.of(new PlotPoint(2.5, 0.1, 0.01, 1))))).svg());

        final Element mark = (Element)svg.getElementsByTagName("circle").item(0);
        // A quarter of 532 behind 78, and two of three decades of 310 above 350.
        assertEquals("211.00", mark.getAttribute("cx"));
        assertEquals("143.33", mark.getAttribute("cy"));
        final List<Element> bars = withClass(svg.getElementsByTagName("line"), "c0 bar");
        assertEquals("246.67", bars.get(0).getAttribute("y1"));
        assertEquals("40.00", bars.get(0).getAttribute("y2"));
        assertEquals(3, bars.size());
    }

    @Test
    void shouldDrawALineThroughAllThatCanBeDrawn() throws Exception
    {
        final Document svg = parse(new LinePlot("t", "d", X, Y, List.of(new PlotSeries(
            null, 1, PlotSeries.Style.DASHES,
            List.of(new PlotPoint(0, 1), new PlotPoint(5, 0), new PlotPoint(10, 0.001))))).svg());

        final Element line = (Element)svg.getElementsByTagName("polyline").item(0);
        assertEquals("78.00,40.00 610.00,350.00", line.getAttribute("points"));
        assertEquals("c1 line dash", line.getAttribute("class"));
        assertEquals(1, svg.getElementsByTagName("polyline").getLength(), "no legend");
    }

    @Test
    void shouldSayWhatItShowsAndTakeTextForText() throws Exception
    {
        final String evil = "</text><script>alert(1)</script> & \"quoted\"";
        final Document svg = parse(new LinePlot(evil, evil, new Axis(evil, false, 0, 1), Y, List.of(
            new PlotSeries(evil, 0, PlotSeries.Style.LINE_AND_MARKS, List.of()))).svg());

        assertEquals(0, svg.getElementsByTagName("script").getLength());
        assertEquals(evil, svg.getElementsByTagName("title").item(0).getTextContent());
        assertEquals(evil, svg.getElementsByTagName("desc").item(0).getTextContent());
        assertEquals("img", svg.getDocumentElement().getAttribute("role"));
    }

    @Test
    void shouldStackPartsOfAWhole() throws Exception
    {
        final Document svg = parse(new StackedBars("t", "d", "part",
            List.of(new StackedBars.Part("one", 2), new StackedBars.Part("two", 5)),
            List.of(new StackedBars.Bar("bar", List.of(0.25, 0.75)), new StackedBars.Bar("other", List.of(0.0, 1.0))))
            .svg());

        final List<Element> ones = withClass(svg.getElementsByTagName("rect"), "c2");
        final List<Element> twos = withClass(svg.getElementsByTagName("rect"), "c5");
        // 300 wide behind 310; the last of each colour is the legend's.
        assertEquals(2, ones.size());
        assertEquals("310.00 75.00", at(ones.get(0)));
        assertEquals("385.00 225.00", at(twos.get(0)));
        assertEquals("310.00 300.00", at(twos.get(1)));
    }

    @Test
    void shouldPutTicksAtRoundNumbers()
    {
        assertEquals(List.of(0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0, 1.2000000000000002),
            Axis.linear("x", 1.01).ticks());
        assertEquals(List.of(0.001, 0.01, 0.1, 1.0), rounded(Y.ticks()));
        assertEquals(List.of(10.0, 20.0, 50.0, 100.0), rounded(Axis.log("x", 12, 80).ticks()));
        assertEquals("12,800", Axis.number(12_800));
        assertEquals("0.05", Axis.number(0.05));
        assertEquals("2e-6", Axis.number(0.000002));
    }

    @Test
    void shouldRefuseAnAxisThatGoesNowhere()
    {
        assertThrows(IllegalArgumentException.class, () -> new Axis("x", false, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Axis("x", true, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Axis("x", false, 0, Double.NaN));
        assertTrue(Axis.linear("x").max() > 0);
        assertTrue(Axis.log("x", 0, 0).max() > 0);
    }

    private static List<Double> rounded(final List<Double> values)
    {
        return values.stream().map(value -> Math.round(value * 1e6) / 1e6).toList();
    }

    private static String at(final Element rect)
    {
        return rect.getAttribute("x") + " " + rect.getAttribute("width");
    }

    private static List<Element> withClass(final NodeList nodes, final String style)
    {
        final List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++)
        {
            if (style.equals(((Element)nodes.item(i)).getAttribute("class")))
            {
                elements.add((Element)nodes.item(i));
            }
        }
        return elements;
    }

    private static Document parse(final Markup svg) throws Exception
    {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
