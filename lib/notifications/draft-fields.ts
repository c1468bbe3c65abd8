import { cutText } from '@/lib/platform/cut-text'

/** The fields of the form, each kept as it was typed; boxes are `true` where they are ticked. */
export const DRAFT_FIELDS = [
  'audience',
  'role',
  'people',
  'channel_inbox',
  'channel_email',
  'channel_sms',
  'title',
  'body',
  'href',
  'template_id',
  'when',
  'send_at',
  'time_zone',
] as const

/** What somebody typed into the form of a notification. */
export type DraftFields = Partial<Record<(typeof DRAFT_FIELDS)[number], string>>

/** More than any field may hold: what is longer is refused all the same. */
const MAX_KEPT = 60_000

/** The fields of a posted form that a draft keeps. Without what PostgreSQL has no place for: the null character, and half of one at the cut. */
export function draftFieldsOf(typed: Readonly<Record<string, string | undefined>>): DraftFields {
  const kept = DRAFT_FIELDS.flatMap((name) => {
    const value = cutText(typed[name]?.replaceAll('\0', '') ?? '', MAX_KEPT)
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(kept) as DraftFields
}
