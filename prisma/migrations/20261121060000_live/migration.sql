-- What opens one live connection in place of an access token. Bound to the session that asked for it.
CREATE TABLE "socket_tickets" (
    "ticket_hash" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "credential_expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "socket_tickets_pkey" PRIMARY KEY ("ticket_hash"),
    CONSTRAINT "socket_tickets_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session_families"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "socket_tickets_session_id_idx" ON "socket_tickets"("session_id");
CREATE INDEX "socket_tickets_expires_at_idx" ON "socket_tickets"("expires_at");

-- What a person is told in the product. `href` leads nowhere else: a path of this service.
CREATE TABLE "inbox_items" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT,
    "href" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbox_items_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "inbox_items_href_is_own_path" CHECK ("href" ~ '^/([^/\\]|$)'),
    CONSTRAINT "inbox_items_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "inbox_items_user_id_id_idx" ON "inbox_items"("user_id", "id" DESC);
-- The number on the bell: read at every connection and with every change.
CREATE INDEX "inbox_items_unread_idx" ON "inbox_items"("user_id") WHERE "read_at" IS NULL;
