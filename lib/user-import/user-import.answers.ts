import { z } from 'zod'

const instant = z.iso.datetime()

/** An import and how far it is. */
export const userImportAnswer = z.strictObject({
  id: z.uuid(),
  status: z.enum(['queued', 'running', 'completed', 'stopped']),
  stopped_because: z
    .string()
    .nullable()
    .describe(
      'cancelled, actor_not_active, permission_lost or internal_error: the rows up to `processed` were handled',
    ),
  dry_run: z.boolean(),
  format: z.enum(['csv', 'json', 'ndjson']),
  file_name: z.string().nullable().describe('What the file is called, where that is known'),
  total: z.int().describe('Rows in the file'),
  processed: z.int(),
  created: z.int().describe('Users that were created; of a dry run, that would be'),
  refused: z.int(),
  without_password: z
    .int()
    .describe('Of those created: users without a password who can be invited; of a dry run, that would be'),
  invitations: z
    .strictObject({
      status: z.enum(['running', 'completed', 'stopped']),
      stopped_because: z.string().nullable().describe('actor_not_active, permission_lost or internal_error'),
      invited: z.int().describe('Mails queued so far, one per person'),
      requested_at: instant,
      finished_at: instant.nullable(),
    })
    .nullable()
    .describe('The invitations of these users (POST …/invitations); null if nobody has asked for them'),
  created_by: z.uuid(),
  created_at: instant,
  finished_at: instant.nullable(),
  runnable_until: instant
    .nullable()
    .describe(
      'Until when the accepted rows of a dry run can be imported (POST …/run); null if there are none',
    ),
})
