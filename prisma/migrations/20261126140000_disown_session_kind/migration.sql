-- Alone: a new value can't be used before the transaction that adds it has committed.
ALTER TYPE "email_token_kind" ADD VALUE 'disown_session';
