import type pg from 'pg'

/** Deterministic, so that rows of one table refer to those of another one. */
const uuid = (number: string, kind: number) =>
  `('0193${kind}000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`

/**
 * Per user: a session, two sealed audit records, a device, an inbox item, and, for every other one,
 * a role.
 */
const statements = (users: number) => [
  `INSERT INTO roles (id, name, name_key) VALUES (${uuid('1', 9)}, 'member', 'member')`,
  `INSERT INTO users (id, email, name, status, password_hash, email_verified_at, created_at)
    SELECT ${uuid('n', 1)}, 'user' || n || '@example.com', 'User ' || n,
      (CASE WHEN n % 20 = 0 THEN 'pending' WHEN n % 21 = 0 THEN 'deactivated' ELSE 'active' END)::user_status,
      '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
      CASE WHEN n % 20 > 0 THEN now() END, now() - n * interval '1 minute'
    FROM generate_series(1, ${users}) n`,
  `INSERT INTO email_tokens (token_hash, user_id, kind, email, created_at, expires_at)
    SELECT sha256(id::text::bytea), id, 'verify_email', email, now(), now() + interval '1 day'
    FROM users WHERE status = 'pending'`,
  `INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time,
      created_at, last_used_at, ip, user_agent, expires_at, max_expires_at)
    SELECT ${uuid('n', 2)}, ${uuid('n', 1)}, (CASE n % 2 WHEN 0 THEN 'web' ELSE 'api' END)::surface,
      decode(md5(n::text), 'hex'), sha256(n::text::bytea), decode(repeat(md5(n::text), 8), 'hex'), '{pwd}',
      now(), now(), now(), '192.0.2.1', 'test', now() + interval '30 days', now() + interval '90 days'
    FROM generate_series(1, ${users}) n`,
  `INSERT INTO known_devices (device_hash, user_id, created_at, last_used_at)
    SELECT sha256(n::text::bytea), ${uuid('n', 1)}, now(), now() FROM generate_series(1, ${users}) n`,
  `INSERT INTO audit_records (id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, details)
    SELECT ${uuid('n', 3)}, now() - n * interval '1 second',
      CASE n % 2 WHEN 0 THEN 'session.created' ELSE 'user.registered' END, 'ok', ${uuid('(n + 1) / 2', 1)},
      'user', ${uuid('(n + 1) / 2', 1)}::text, '192.0.2.' || n % 250, '{"surface": "api"}'
    FROM generate_series(1, ${2 * users}) n`,
  `INSERT INTO audit_seals (seq, record_id, row_mac, mac, key_id, sealed_at)
    SELECT n, ${uuid('n', 3)}, sha256(n::text::bytea), sha256(n::text::bytea), 'key', now()
    FROM generate_series(1, ${2 * users}) n`,
  `UPDATE activity_progress SET counted_up_to = ${2 * users}`,
  `INSERT INTO inbox_items (id, user_id, kind, title, created_at)
    SELECT ${uuid('n', 4)}, ${uuid('n', 1)}, 'notification', 'Hello', now() FROM generate_series(1, ${users}) n`,
  `INSERT INTO notification_preferences (user_id, inbox, email, updated_at)
    SELECT ${uuid('n', 1)}, true, true, now() FROM generate_series(1, ${users}) n`,
  `INSERT INTO user_roles (user_id, role_id)
    SELECT ${uuid('2 * n', 1)}, ${uuid('1', 9)} FROM generate_series(1, ${users / 2}) n`,
]

/**
 * Fills an empty, migrated database with `users` users and what belongs to them. Takes minutes for
 * a million.
 */
export async function fillDatabase(client: pg.Client, users: number): Promise<void> {
  // Neither checks foreign keys nor queues every record to be sealed.
  await client.query('SET session_replication_role = replica')
  for (const statement of statements(users)) await client.query(statement)
  await client.query('RESET session_replication_role')
  await client.query('VACUUM ANALYZE')
}
