package io.roce.tools; final class Roce { private Roce() { } public static void main(final String[] args) { } }
