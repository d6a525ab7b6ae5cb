/** Tests against a real PostgreSQL. */
package dev.redlock.postgres;
