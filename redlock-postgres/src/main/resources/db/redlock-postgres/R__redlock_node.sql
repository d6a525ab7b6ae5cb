-- A node of the lock on PostgreSQL 13 or newer. Can be run again, and by several at once: psql -1 -f, Flyway (a repeatable
-- migration), or PostgresNode.createSchema().
--
-- Every request of a client is one call of one function in a transaction of its own. What the guarantees rest on:
--
-- * Whoever changes a name has its row locked first, and reads only after that. Each statement of these functions sees what
--   was committed before it began (READ COMMITTED, which is checked), so it sees what the one before has left.
-- * The rows of several names are locked in one order, so that no two calls wait for each other.
-- * The floor is read after the row is locked. A row is dropped only when the floor is at least its token, so whoever does
--   not find it any more finds that floor.
-- * Time is read after the lock was waited for, not when the transaction began.
-- * What a client relies on is on disk before it is told (synchronous_commit). Only a release may be lost in a crash: then
--   the vote lasts until its ttl is over.
SELECT pg_advisory_xact_lock(7265646, 1);

CREATE SCHEMA IF NOT EXISTS redlock;

-- One row for each key prefix that was admitted.
CREATE TABLE IF NOT EXISTS redlock.meta (
    space   text COLLATE "C" PRIMARY KEY,
    run     text NOT NULL,      -- the history of data that was admitted, see run_id()
    nodes   integer NOT NULL,   -- the size of the cluster
    floor   bigint NOT NULL,    -- no name starts below it
    max_ttl bigint NOT NULL,    -- the longest ttl in milliseconds that any client may use
    rotated bigint NOT NULL     -- when the floor was last raised, in microseconds
);

-- One row for each name in use: the last token that was given, and the vote.
CREATE TABLE IF NOT EXISTS redlock.names (
    space      text COLLATE "C",
    name       text COLLATE "C",
    token      bigint NOT NULL DEFAULT 0,
    holder     text COLLATE "C",    -- null if the vote was given back
    owner_text text,
    expires_at timestamptz,
    owner      jsonb,               -- owner_text for people and queries: label and metadata
    revoked       text COLLATE "C", -- whose vote was taken away by force,
    revoked_until timestamptz,      -- and until when it would have lasted
    PRIMARY KEY (space, name)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- The largest token is the last entry; what may be dropped comes first.
CREATE INDEX IF NOT EXISTS names_by_token ON redlock.names (space, token);

CREATE OR REPLACE FUNCTION redlock.schema_version() RETURNS integer
LANGUAGE sql IMMUTABLE AS 'SELECT 1';

CREATE OR REPLACE FUNCTION redlock.clock() RETURNS timestamptz
LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

CREATE OR REPLACE FUNCTION redlock.micros(p_at timestamptz) RETURNS bigint
LANGUAGE sql STABLE AS 'SELECT (extract(epoch FROM p_at) * 1000000)::bigint';

CREATE OR REPLACE FUNCTION redlock.millis_until(p_at timestamptz, p_now timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE AS 'SELECT floor(extract(epoch FROM p_at - p_now) * 1000)::bigint';

CREATE OR REPLACE FUNCTION redlock.after_millis(p_now timestamptz, p_millis bigint) RETURNS timestamptz
LANGUAGE sql STABLE AS 'SELECT p_now + p_millis * interval ''1 millisecond''';

-- The label, a tab, key=value, a tab, key=value, as a document.
CREATE OR REPLACE FUNCTION redlock.owner_of(p_text text) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_build_object(
        'label', split_part(p_text, E'\t', 1),
        'metadata', coalesce(jsonb_object_agg(split_part(part, '=', 1), substr(part, strpos(part, '=') + 1))
            FILTER (WHERE place > 1 AND strpos(part, '=') > 1), '{}'))
    FROM unnest(string_to_array(p_text, E'\t')) WITH ORDINALITY AS parts (part, place)
$$;

-- Comes first in everything that changes something.
CREATE OR REPLACE FUNCTION redlock.begin_change() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'the lock works in read committed transactions only, and this one is %',
            current_setting('transaction_isolation');
    END IF;
END
$$;

-- The answer waits until this transaction is on disk, also where that is not the rule.
CREATE OR REPLACE FUNCTION redlock.wait_for_disk() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('synchronous_commit') = 'off' THEN
        PERFORM set_config('synchronous_commit', 'on', true);
    END IF;
END
$$;

-- The answer does not wait: nothing in this transaction is missed if a crash undoes it. Even a row that was only locked
-- would have to be waited for otherwise.
CREATE OR REPLACE FUNCTION redlock.wait_for_nothing() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
END
$$;

-- Locks the rows of all names, and makes those that are missing. An existing row is locked as if to update it, and left.
CREATE OR REPLACE FUNCTION redlock.lock_all(p_space text, p_names text[]) RETURNS void
LANGUAGE sql VOLATILE AS $$
    INSERT INTO redlock.names AS n (space, name)
    SELECT p_space, wanted.name FROM unnest(p_names) AS wanted (name) ORDER BY wanted.name COLLATE "C"
    ON CONFLICT (space, name) DO UPDATE SET token = n.token WHERE false
$$;

-- Locks the rows that are there.
CREATE OR REPLACE FUNCTION redlock.lock_present(p_space text, p_names text[]) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM 1 FROM redlock.names WHERE space = p_space AND name = ANY (p_names) ORDER BY name FOR UPDATE;
END
$$;

-- No larger token was ever given.
CREATE OR REPLACE FUNCTION redlock.high(p_space text, p_floor bigint) RETURNS bigint
LANGUAGE sql VOLATILE AS $$
    SELECT greatest(p_floor, (SELECT max(token) FROM redlock.names WHERE space = p_space))
$$;

-- Gives the votes of all names to the holder, or none. Asked again by the same holder, it gives the same answer.
-- 1 granted, with the token | 0 somebody else's, with it | -1 the node has lost its records | -2 no tokens are left
CREATE OR REPLACE FUNCTION redlock.acquire(
    p_space text, p_names text[], p_holder text, p_owner text, p_ttl bigint, p_proposal bigint,
    OUT answer integer, OUT token bigint, OUT holder text, OUT owner_text text, OUT remaining bigint)
LANGUAGE plpgsql AS $$
DECLARE
    v_floor bigint;
    v_now timestamptz;
    v_held integer := 0;
    v_given bigint := 0;
    v_row record;
BEGIN
    PERFORM redlock.begin_change();
    PERFORM redlock.lock_all(p_space, p_names);
    SELECT floor INTO v_floor FROM redlock.meta WHERE space = p_space;
    IF NOT FOUND THEN
        answer := -1;
        RETURN;
    END IF;
    v_now := redlock.clock();
    FOR v_row IN
        SELECT n.holder, n.owner_text, n.expires_at, greatest(v_floor, n.token) AS last
        FROM unnest(p_names) WITH ORDINALITY AS wanted (name, place)
        JOIN redlock.names n ON n.space = p_space AND n.name = wanted.name
        ORDER BY wanted.place
    LOOP
        IF v_row.expires_at > v_now AND v_row.holder = p_holder THEN
            v_held := v_held + 1;
        ELSIF v_row.expires_at > v_now THEN
            PERFORM redlock.wait_for_nothing();
            answer := 0;
            token := v_row.last;
            holder := v_row.holder;
            owner_text := v_row.owner_text;
            remaining := redlock.millis_until(v_row.expires_at, v_now);
            RETURN;
        END IF;
        v_given := greatest(v_given, v_row.last);
    END LOOP;
    IF v_held = cardinality(p_names) THEN
        PERFORM redlock.wait_for_nothing();
        answer := 1;
        token := v_given;
        RETURN;
    END IF;
    token := greatest(p_proposal, v_given + 1);
    IF token > 9007199254740991 THEN
        answer := -2;
        RETURN;
    END IF;
    PERFORM redlock.wait_for_disk();
    UPDATE redlock.names n
    SET token = greatest(n.token, acquire.token), holder = p_holder, owner_text = p_owner,
        owner = redlock.owner_of(p_owner), expires_at = redlock.after_millis(v_now, p_ttl)
    WHERE n.space = p_space AND n.name = ANY (p_names);
    answer := 1;
END
$$;

-- Remembers the token that the holder got elsewhere, only while every vote is still the holder's: otherwise somebody may
-- have been given the same token in between. If this node has given more than it gave to the holder, somebody had the vote
-- in between, and an acquire that came twice has brought it back.
-- 1 done | 0 not held | -1 the node has lost its records
CREATE OR REPLACE FUNCTION redlock.raise(
    p_space text, p_names text[], p_holder text, p_granted bigint, p_token bigint) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_floor bigint;
    v_held integer;
BEGIN
    PERFORM redlock.begin_change();
    PERFORM redlock.lock_present(p_space, p_names);
    SELECT floor INTO v_floor FROM redlock.meta WHERE space = p_space;
    IF NOT FOUND THEN
        RETURN -1;
    END IF;
    SELECT count(*) INTO v_held FROM redlock.names
    WHERE space = p_space AND name = ANY (p_names)
        AND holder = p_holder AND expires_at > redlock.clock() AND greatest(v_floor, token) = p_granted;
    IF v_held < cardinality(p_names) THEN
        PERFORM redlock.wait_for_nothing();
        RETURN 0;
    END IF;
    PERFORM redlock.wait_for_disk();
    UPDATE redlock.names SET token = p_token
    WHERE space = p_space AND name = ANY (p_names) AND token < p_token;
    RETURN 1;
END
$$;

-- Starts the ttl of the holder's votes anew. Votes that are free are taken again if the holder says that it still has a
-- quorum; a vote of somebody else is never touched.
-- 1 done | 2 healed | 0 not held | -1 the node has lost its records
CREATE OR REPLACE FUNCTION redlock.extend(
    p_space text, p_names text[], p_holder text, p_owner text, p_ttl bigint, p_token bigint, p_heal boolean)
RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_now timestamptz;
    v_held integer;
    v_foreign integer;
BEGIN
    PERFORM redlock.begin_change();
    IF NOT EXISTS (SELECT FROM redlock.meta WHERE space = p_space) THEN
        RETURN -1;
    END IF;
    IF p_heal THEN
        PERFORM redlock.lock_all(p_space, p_names);
    ELSE
        PERFORM redlock.lock_present(p_space, p_names);
    END IF;
    v_now := redlock.clock();
    SELECT count(*) FILTER (WHERE holder = p_holder), count(*) FILTER (WHERE holder <> p_holder)
    INTO v_held, v_foreign
    FROM redlock.names WHERE space = p_space AND name = ANY (p_names) AND expires_at > v_now;
    IF v_held < cardinality(p_names) AND (v_foreign > 0 OR NOT p_heal) THEN
        PERFORM redlock.wait_for_nothing();
        RETURN 0;
    END IF;
    -- What was taken away by force is not taken for lost, and restored.
    IF EXISTS (
        SELECT FROM redlock.names
        WHERE space = p_space AND name = ANY (p_names) AND revoked = p_holder AND revoked_until > v_now
            AND (expires_at > v_now) IS NOT TRUE)
    THEN
        PERFORM redlock.wait_for_nothing();
        RETURN 0;
    END IF;
    PERFORM redlock.wait_for_disk();
    IF v_held = cardinality(p_names) THEN
        UPDATE redlock.names SET expires_at = redlock.after_millis(v_now, p_ttl)
        WHERE space = p_space AND name = ANY (p_names);
        RETURN 1;
    END IF;
    UPDATE redlock.names
    SET token = greatest(token, p_token), holder = p_holder, owner_text = p_owner,
        owner = redlock.owner_of(p_owner), expires_at = redlock.after_millis(v_now, p_ttl)
    WHERE space = p_space AND name = ANY (p_names);
    RETURN 2;
END
$$;

-- Tells those who wait for this name. Those who hear nothing look again by themselves after a while.
CREATE OR REPLACE FUNCTION redlock.announce(p_space text, p_name text, p_holder text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    v_payload text := p_space || E'\t' || p_holder || E'\t' || p_name;
BEGIN
    IF octet_length(v_payload) < 8000 THEN
        PERFORM pg_notify('redlock', v_payload);
    END IF;
END
$$;

-- Gives back the votes that are the holder's, and no others, and tells those who wait. Works without records, too.
-- 1 all were the holder's | 0 one had expired | 2 one is somebody else's
CREATE OR REPLACE FUNCTION redlock.release(p_space text, p_names text[], p_holder text) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_now timestamptz;
    v_foreign integer;
    v_freed text[];
BEGIN
    PERFORM redlock.begin_change();
    -- If a crash undoes this, the vote lasts until its ttl is over. Whoever gets it earlier has waited for the disk, and with
    -- it for this.
    PERFORM redlock.wait_for_nothing();
    PERFORM redlock.lock_present(p_space, p_names);
    v_now := redlock.clock();
    WITH freed AS (
        UPDATE redlock.names SET holder = NULL, owner_text = NULL, owner = NULL, expires_at = NULL
        WHERE space = p_space AND name = ANY (p_names) AND expires_at > v_now AND holder = p_holder
        RETURNING name
    )
    SELECT coalesce(array_agg(name), '{}') INTO v_freed FROM freed;
    PERFORM redlock.announce(p_space, freed.name, p_holder) FROM unnest(v_freed) AS freed (name);
    IF cardinality(v_freed) = cardinality(p_names) THEN
        RETURN 1;
    END IF;
    SELECT count(*) INTO v_foreign FROM redlock.names
    WHERE space = p_space AND name = ANY (p_names) AND expires_at > v_now;
    RETURN CASE WHEN v_foreign > 0 THEN 2 ELSE 0 END;
END
$$;

-- The votes there are, behind a name.
CREATE OR REPLACE FUNCTION redlock.votes(p_space text, p_after text, p_limit integer)
RETURNS TABLE (name text, holder text, owner_text text, remaining bigint, token bigint)
LANGUAGE plpgsql AS $$
DECLARE
    v_floor bigint := coalesce((SELECT floor FROM redlock.meta WHERE space = p_space), 0);
    v_now timestamptz := redlock.clock();
BEGIN
    RETURN QUERY
    SELECT n.name, n.holder, n.owner_text, redlock.millis_until(n.expires_at, v_now), greatest(v_floor, n.token)
    FROM redlock.names n
    WHERE n.space = p_space AND n.name > p_after AND n.expires_at > v_now
    ORDER BY n.name LIMIT p_limit;
END
$$;

-- One vote, if it is there.
CREATE OR REPLACE FUNCTION redlock.vote(p_space text, p_name text)
RETURNS TABLE (name text, holder text, owner_text text, remaining bigint, token bigint)
LANGUAGE plpgsql AS $$
DECLARE
    v_floor bigint := coalesce((SELECT floor FROM redlock.meta WHERE space = p_space), 0);
    v_now timestamptz := redlock.clock();
BEGIN
    RETURN QUERY
    SELECT n.name, n.holder, n.owner_text, redlock.millis_until(n.expires_at, v_now), greatest(v_floor, n.token)
    FROM redlock.names n
    WHERE n.space = p_space AND n.name = p_name AND n.expires_at > v_now;
END
$$;

-- Takes the vote away from whoever has it. The token stays, so that the next holder's is larger.
CREATE OR REPLACE FUNCTION redlock.force_release(p_space text, p_name text)
RETURNS TABLE (name text, holder text, owner_text text, remaining bigint, token bigint)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM redlock.begin_change();
    PERFORM redlock.lock_present(p_space, ARRAY[p_name]);
    RETURN QUERY SELECT * FROM redlock.vote(p_space, p_name);
    IF FOUND THEN
        UPDATE redlock.names n
        SET revoked = n.holder, revoked_until = n.expires_at,
            holder = NULL, owner_text = NULL, owner = NULL, expires_at = NULL
        WHERE n.space = p_space AND n.name = p_name;
        PERFORM redlock.announce(p_space, p_name, '');
    END IF;
END
$$;

-- Lets this node vote. Tokens go on above everything it may ever have given: above what it remembers, above its clock in
-- microseconds, which has run on while it was gone, and above what the client has seen. Never again at 1.
-- the largest token it may have given | -1 the records are no longer those of p_recorded ('' for none), which the client has read
CREATE OR REPLACE FUNCTION redlock.admit(
    p_space text, p_run text, p_recorded text, p_nodes integer, p_above bigint, p_max_ttl bigint)
RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_meta redlock.meta;
    v_clock bigint := redlock.micros(redlock.clock());
    v_start bigint;
BEGIN
    PERFORM redlock.begin_change();
    PERFORM redlock.wait_for_disk();
    INSERT INTO redlock.meta AS m (space, run, nodes, floor, max_ttl, rotated)
    VALUES (p_space, '', p_nodes, 0, 0, v_clock)
    ON CONFLICT (space) DO UPDATE SET run = m.run WHERE false;
    SELECT * INTO v_meta FROM redlock.meta WHERE space = p_space;
    IF v_meta.run NOT IN (p_run, p_recorded) THEN
        DELETE FROM redlock.meta WHERE space = p_space AND run = '';
        RETURN -1;
    END IF;
    IF v_meta.run = p_run THEN
        UPDATE redlock.meta SET max_ttl = greatest(max_ttl, p_max_ttl) WHERE space = p_space;
        RETURN redlock.high(p_space, v_meta.floor);
    END IF;
    v_start := greatest(redlock.high(p_space, v_meta.floor), v_clock, p_above);
    UPDATE redlock.meta
    SET run = p_run, nodes = p_nodes, floor = v_start, max_ttl = greatest(max_ttl, p_max_ttl), rotated = v_clock
    WHERE space = p_space;
    RETURN v_start;
END
$$;

-- Raises the floor to the largest token that was given, so that the rows of names that are no longer used can be dropped.
-- No name ever goes back. Doing it too often or too early, by a wrong clock, costs nothing.
-- 1 done | 0 too early | -1 the node has lost its records
CREATE OR REPLACE FUNCTION redlock.rotate(p_space text, p_retention bigint) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_meta redlock.meta;
    v_clock bigint;
BEGIN
    PERFORM redlock.begin_change();
    PERFORM redlock.wait_for_disk();
    SELECT * INTO v_meta FROM redlock.meta WHERE space = p_space FOR UPDATE;
    IF NOT FOUND THEN
        RETURN -1;
    END IF;
    v_clock := redlock.micros(redlock.clock());
    IF v_clock >= v_meta.rotated AND v_clock - v_meta.rotated < p_retention THEN
        RETURN 0;
    END IF;
    UPDATE redlock.meta SET floor = redlock.high(p_space, v_meta.floor), rotated = v_clock WHERE space = p_space;
    RETURN 1;
END
$$;

-- Drops rows that say nothing: no vote that lasts, and a token that the floor covers. Leaves out what is locked.
CREATE OR REPLACE FUNCTION redlock.sweep(p_space text, p_limit integer) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_floor bigint;
    v_dropped integer;
BEGIN
    PERFORM redlock.begin_change();
    PERFORM redlock.wait_for_nothing();
    SELECT floor INTO v_floor FROM redlock.meta WHERE space = p_space;
    DELETE FROM redlock.names WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM redlock.names
        WHERE space = p_space AND token <= v_floor AND (expires_at IS NULL OR expires_at <= redlock.clock())
            AND (revoked_until IS NULL OR revoked_until <= redlock.clock())
        LIMIT p_limit FOR UPDATE SKIP LOCKED));
    GET DIAGNOSTICS v_dropped = ROW_COUNT;
    RETURN v_dropped;
END
$$;

-- Which data this is. It stays the same when the server restarts, because PostgreSQL does not forget. It is another one after
-- initdb, in another database, after a dump was restored, after a restore to a point in time, and after a standby was promoted;
-- and after every restart if the server does not wait for its disk.
CREATE OR REPLACE FUNCTION redlock.run_id() RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    v_system text := '?';
    v_timeline text := '?';
    v_start text := '';
BEGIN
    BEGIN
        SELECT system_identifier::text INTO v_system FROM pg_control_system();
    EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
        NULL;
    END;
    BEGIN
        -- Not pg_control_checkpoint(), which is late by one checkpoint after a promotion.
        v_timeline := CASE WHEN pg_is_in_recovery() THEN 'standby'
            ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END;
    EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
        NULL;
    END;
    IF current_setting('fsync') = 'off' THEN
        v_start := '-' || redlock.micros(pg_postmaster_start_time());
    END IF;
    RETURN v_system || '-' || (SELECT oid FROM pg_database WHERE datname = current_database())
        || '-' || 'redlock.meta'::regclass::oid || v_start || '/' || v_timeline;
END
$$;

-- What a client has to know of this node. A client that was given a larger token here than the node remembers, by the same
-- data as it seems, has seen the future of a server that was set back: it must be admitted anew.
CREATE OR REPLACE FUNCTION redlock.facts(
    p_space text, p_seen_run text, p_seen bigint,
    OUT run_id text, OUT admitted text, OUT nodes integer, OUT high bigint, OUT max_ttl bigint)
LANGUAGE plpgsql AS $$
DECLARE
    v_meta redlock.meta;
BEGIN
    run_id := redlock.run_id();
    SELECT * INTO v_meta FROM redlock.meta WHERE space = p_space;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    high := redlock.high(p_space, v_meta.floor);
    admitted := v_meta.run;
    nodes := v_meta.nodes;
    max_ttl := v_meta.max_ttl;
    IF p_seen > high AND p_seen_run = run_id AND admitted = run_id AND NOT pg_is_in_recovery() THEN
        PERFORM redlock.begin_change();
        PERFORM redlock.wait_for_disk();
        admitted := 'set back';
        UPDATE redlock.meta SET run = 'set back' WHERE space = p_space AND run = v_meta.run;
    END IF;
END
$$;

-- Who holds what, for people: SELECT * FROM redlock.locks.
CREATE OR REPLACE VIEW redlock.locks AS
SELECT space, name, owner ->> 'label' AS owner, owner -> 'metadata' AS metadata, token, expires_at, holder
FROM redlock.names WHERE expires_at > clock_timestamp();
