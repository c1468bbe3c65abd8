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
      'cancelled, actor_not_active, permission_lost or internal_error: rows up to `processed` were done',
    ),
  dry_run: z.boolean(),
  format: z.enum(['csv', 'json', 'ndjson']),
  total: z.int().describe('Rows of the file'),
  processed: z.int(),
  created: z.int().describe('Users that were made; of a dry run, that would be'),
  refused: z.int(),
  created_by: z.uuid(),
  created_at: instant,
  finished_at: instant.nullable(),
  runnable_until: instant
    .nullable()
    .describe('Until when a clean dry run can be imported (POST …/run) without sending the file again'),
})
