-- Whether a text message of a notification was taken from the daily limit.
ALTER TABLE "sms_messages" ADD COLUMN "charged" BOOLEAN NOT NULL DEFAULT false;
