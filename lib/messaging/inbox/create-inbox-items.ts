import { INBOX_LENGTHS, type InboxParams, isOwnPath } from '@/lib/messaging/inbox/inbox.schemas'
import { insertItems, type NewInboxItem } from '@/lib/messaging/inbox/inbox.store'
import { publishInboxChanged } from '@/lib/messaging/live/publish-live'
import type { Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { truncateText } from '@/lib/platform/input-fields'

/**
 * The content of an inbox item. If `kind` is that of a security event or of an administrative item,
 * the reader sees its texts filled with `params`, in their language, and `title` and `body` are the
 * fallback; otherwise they are shown. `href` is a path of this service. `aboutId` is the other user
 * that an item names: it is deleted with their account.
 */
export interface InboxContent {
  kind: string
  title: string
  body?: string | null
  href?: string | null
  params?: InboxParams
  aboutId?: string | null
}

/**
 * An item with its recipient. With a derived `id`, an item that already exists is left unchanged,
 * so the work can safely run twice.
 */
type AddressedItem = InboxContent & { userId: string; id?: string }

const KIND = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/

/**
 * The only function that creates inbox items. They are stored and published to live connections if
 * and only if `tx` commits. Deleted users are skipped; long titles (200) and bodies (4000) are cut.
 * Throws TypeError for an invalid kind or `href`, storing nothing. Returns the ids of the stored
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
  const { userId, kind, title, body = null, href = null, params = {}, aboutId = null } = item
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
    aboutId,
  }
}

/** Removes what PostgreSQL cannot store: NUL characters and lone surrogates. */
const storable = (text: string) => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd')
