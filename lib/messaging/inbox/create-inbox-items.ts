import { INBOX_LENGTHS, type InboxParams, isOwnPath } from '@/lib/messaging/inbox/inbox.schemas'
import { insertItems, type NewInboxItem } from '@/lib/messaging/inbox/inbox.store'
import { publishInboxChanged } from '@/lib/messaging/live/publish-live'
import type { Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { truncateText } from '@/lib/platform/input-fields'

/**
 * What a person is to be told. Where `kind` is one of the dictionaries (messages.inbox.kinds), its
 * texts, filled with `params`, are shown in the reader's language and `title` and `body` stand by;
 * else they are what is shown. `href` is a path of this service.
 */
export interface InboxContent {
  kind: string
  title: string
  body?: string | null
  href?: string | null
  params?: InboxParams
}

/**
 * An item for somebody. `id` where one is derived: what is there already is left alone, so that
 * work may be done twice.
 */
type AddressedItem = InboxContent & { userId: string; id?: string }

const KIND = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/

/**
 * Puts items into inboxes, the one way in: stored and told to live connections if and only if `tx`
 * commits. Users who are gone are left out; long titles (200) and bodies (4000) are cut. Throws
 * TypeError for a kind or an `href` that is none: nothing is stored. Returns the ids of the stored
 * items.
 */
export async function createInboxItems(
  tx: Tx,
  items: readonly AddressedItem[],
  now: Date,
): Promise<string[]> {
  if (items.length === 0) return []
  const prepared = items.map((item) => prepare(item, now))
  const stored = await insertItems(tx, prepared)
  const made = prepared.filter(({ id }) => stored.has(id))
  await publishInboxChanged(
    tx,
    made.map(({ id, userId }) => ({ userId, reason: 'created', itemId: id })),
  )
  return made.map(({ id }) => id)
}

function prepare(item: AddressedItem, now: Date): NewInboxItem {
  const { userId, kind, title, body = null, href = null, params = {} } = item
  if (!KIND.test(kind) || kind.length > 64) throw new TypeError('not a kind of inbox items')
  if (href !== null && !isOwnPath(href))
    throw new TypeError('an inbox item leads to a path of this service only')
  return {
    id: item.id ?? newId(),
    userId,
    kind,
    title: truncateText(storable(title), INBOX_LENGTHS.title),
    body: body === null ? null : truncateText(storable(body), INBOX_LENGTHS.body),
    href,
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'string' ? truncateText(storable(value), INBOX_LENGTHS.title) : value,
      ]),
    ),
    createdAt: now,
  }
}

/** Without what PostgreSQL cannot hold: NUL, and halves of characters. */
const storable = (text: string) => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd')
