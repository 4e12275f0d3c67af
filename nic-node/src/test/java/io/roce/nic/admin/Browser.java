package io.roce.nic.admin;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Stream;

import io.roce.nic.link.Addresses;
import org.openqa.selenium.By;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a screen, driven by its own driver; both are looked for on the PATH. */
final class Browser implements AutoCloseable
{
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ChromeDriver driver;

    private Browser(final ChromeDriver driver)
    {
        this.driver = driver;
    }

    /** Skips the test where there is none. */
    static Browser open()
    {
        final Path chromedriver = onPath("chromedriver");
        final Path chromium = Stream.of("chromium", "chromium-browser", "google-chrome", "chrome")
            .map(Browser::onPath)
            .filter(path -> path != null)
            .findFirst()
            .orElse(null);
        if (chromedriver == null || chromium == null)
        {
            abort("no chromium and chromedriver on the PATH: the node's page is not looked at");
        }
        final ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        // As root Chromium starts without its sandbox alone; whom it talks to is the node under test.
        options.addArguments(
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1400,1000", "--lang=en",
            "--hide-scrollbars");
        final LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        return new Browser(new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(chromedriver.toFile()).build(), options));
    }

    private static Path onPath(final String program)
    {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .map(folder -> Path.of(folder, program))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    }

    void show(final InetSocketAddress node, final String rest)
    {
        driver.get("http://" + Addresses.format(node) + rest);
    }

    /** Of what is seen of the page; its own window is no narrower than Chromium likes. */
    void size(final int width, final int height)
    {
        driver.executeCdpCommand("Emulation.setDeviceMetricsOverride", Map.of(
            "width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    WebElement find(final String css)
    {
        return driver.findElement(By.cssSelector(css));
    }

    List<WebElement> all(final String css)
    {
        return driver.findElements(By.cssSelector(css));
    }

    /** What an element says; empty while there is none. */
    String text(final String css)
    {
        try
        {
            return find(css).getText();
        }
        catch (final NoSuchElementException | StaleElementReferenceException e)
        {
            return "";
        }
    }

    /** Waits, bounded, until an element says what is expected. */
    String await(final String css, final Predicate<String> isRight)
    {
        return await(() -> text(css), isRight, css);
    }

    <T> T await(final Supplier<T> value, final Predicate<T> isRight, final String what)
    {
        final long startNs = System.nanoTime();
        T last = value.get();
        while (!isRight.test(last))
        {
            if (System.nanoTime() - startNs > PATIENCE.toNanos())
            {
                throw new AssertionError(what + " stays " + last + "; the browser says " + complaints());
            }
            pause();
            last = value.get();
        }
        return last;
    }

    /** Presses keys where the focus is. */
    void press(final CharSequence... keys)
    {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    WebElement focused()
    {
        return driver.switchTo().activeElement();
    }

    Object script(final String javaScript)
    {
        return driver.executeScript(javaScript);
    }

    /** Which scheme the system wishes for. */
    void prefers(final String scheme)
    {
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of(
            "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** What it complained of since it was asked last: scripts that failed, what the policy forbids. */
    List<String> complaints()
    {
        final List<String> complaints = new ArrayList<>();
        driver.manage().logs().get(LogType.BROWSER).forEach(entry -> complaints.add(
            entry.getLevel().getName().toLowerCase(Locale.ROOT) + ": " + entry.getMessage()));
        return complaints;
    }

    void picture(final Path file) throws IOException
    {
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    private static void pause()
    {
        try
        {
            Thread.sleep(50);
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close()
    {
        driver.quit();
    }
}
