package dev.redlock.cli.doctor;

/** How bad a finding is, from best to worst. */
public enum Severity {
    /** Good to know. */
    NOTE,
    /** Works, but something should be mended. */
    WARNING,
    /** The lock is unsafe, or nobody gets it. */
    CRITICAL
}
