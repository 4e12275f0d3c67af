package io.roce.tools.reuse;

/**
 * What a closed form says of a figure.
 *
 * @param margin by how much the form itself may be off.
 */
record Prediction(Form form, double value, double margin)
{
    static final Prediction NONE = new Prediction(Form.NONE, Double.NaN, 0);

    static Prediction exact(final double value)
    {
        return new Prediction(Form.EXACT, value, 0);
    }
}
