"""Tests of the house on the web."""
