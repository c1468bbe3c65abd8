-- The version of the user after the request stored its unconfirmed number. With it, a client may confirm the number
-- with the ETag from before its request. Instances that don't know the column leave it as it is: the version of the
-- user is another one then, and that ETag is refused as before.
ALTER TABLE phone_confirmations ADD COLUMN user_version integer;
