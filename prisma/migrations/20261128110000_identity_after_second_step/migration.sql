-- The provider account that a sign-in connects when its second step is passed, and the same in a code of an
-- app. Null if there is none to connect, in rows from before the columns, and in those of an older version
-- that runs beside this one: that connects it at the first step.
ALTER TABLE mfa_challenges
  ADD COLUMN identity_provider text,
  ADD COLUMN identity_subject text,
  ADD COLUMN identity_email text;
ALTER TABLE oauth_handoffs
  ADD COLUMN identity_subject text,
  ADD COLUMN identity_email text;
