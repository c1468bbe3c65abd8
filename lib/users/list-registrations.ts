import { z } from 'zod'
import {
  countWaitingRegistrations,
  listWaitingRegistrations,
  type WaitingRegistration,
} from '@/lib/accounts/waiting-registration.store'
import { db } from '@/lib/platform/db/database'
import { instant } from '@/lib/platform/instant'
import {
  boundedCount,
  type BoundedCount,
  listPage,
  type PageRequest,
} from '@/lib/platform/pagination'
import type { Outcome } from '@/lib/platform/problems'

/** A registration that waits for approval, as shown to those who approve it. */
export const registrationResponse = z
  .strictObject({
    id: z.uuid().describe('The ID of the user'),
    email: z.string().describe('Confirmed'),
    name: z.string().nullable().describe('As the user entered it; could be anything'),
    locale: z.string().nullable(),
    provider: z
      .string()
      .nullable()
      .meta({ examples: ['google'] })
      .describe('The provider that the user signed in with; null if they chose a password'),
    requested_at: instant.describe('When the user registered'),
    confirmed_at: instant.describe('When the address was confirmed: waiting since'),
    version: z
      .int()
      .describe('Of the user: increases with every change; the ETag is this number in quotes'),
  })
  .meta({ id: 'WaitingRegistration' })

export type ShownRegistration = z.output<typeof registrationResponse>

/** One page of the registrations that wait for approval, newest first. */
export async function listRegistrations(
  request: PageRequest,
): Promise<Outcome<{ registrations: ShownRegistration[]; nextCursor: string | null }>> {
  const list = {
    // Cursors of earlier versions led the other way.
    name: 'waiting registrations, newest first',
    placeOf: ({ confirmedAt, id }: WaitingRegistration) => [confirmedAt.toISOString(), id],
  }
  const listed = await listPage(list, request, ({ after, limit }) => {
    const place = after && { confirmedAt: after[0]!, id: after[1]! }
    return listWaitingRegistrations(db(), { after: place, limit })
  })
  if (!listed.ok) return listed
  return { ok: true, registrations: listed.rows.map(present), nextCursor: listed.nextCursor }
}

/** How many registrations wait for approval, exact up to 10,000. */
export async function countRegistrations(): Promise<BoundedCount> {
  return boundedCount(await countWaitingRegistrations(db()))
}

function present(row: WaitingRegistration): ShownRegistration {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    locale: row.locale,
    provider: row.provider,
    requested_at: row.requestedAt.toISOString(),
    confirmed_at: row.confirmedAt.toISOString(),
    version: row.version,
  }
}
