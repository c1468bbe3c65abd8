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
  created_by: z.uuid(),
  created_at: instant,
  finished_at: instant.nullable(),
  runnable_until: instant
    .nullable()
    .describe(
      'Until when the accepted rows of a dry run can be imported (POST …/run); null if there are none',
    ),
})
