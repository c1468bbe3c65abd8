-- When the session began that added a passkey, authenticator app, or recovery codes. “This wasn't me”
-- keeps those that an earlier session added. Null in rows from before the column, and in those of
-- an older version that runs beside this one.
ALTER TABLE passkeys ADD COLUMN session_started_at timestamptz(3);
ALTER TABLE mfa_factors ADD COLUMN session_started_at timestamptz(3);
ALTER TABLE recovery_codes ADD COLUMN session_started_at timestamptz(3);
