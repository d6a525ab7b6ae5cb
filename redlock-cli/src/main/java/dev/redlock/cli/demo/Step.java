package dev.redlock.cli.demo;

/** One chapter of the story. */
interface Step {
    /** What it is about, as a headline. */
    String title();

    /** For the table at the end, once it has behaved as told. */
    String summary();

    /** Does it, and proves every claim. */
    void play(Scene scene) throws Exception;
}
