-- Until when an email or text message belongs to the worker that claimed it, by the clock of the database.
ALTER TABLE "notification_mails" ADD COLUMN "locked_until" TIMESTAMPTZ(3);
ALTER TABLE "sms_messages" ADD COLUMN "locked_until" TIMESTAMPTZ(3);
