import { z } from 'zod'
import { instant } from '@/lib/platform/instant'
import { IMPORT_FORMATS } from '@/lib/users/import/import-columns'

/** A count of created users or, in a dry run, of users that would be created. */
const content = (counted: string) =>
  z.int().nullable().describe(`${counted}; null if an earlier version processed some of its rows`)

/** An import and its progress. */
export const userImportResponse = z
  .strictObject({
    id: z.uuid(),
    status: z.enum(['queued', 'running', 'completed', 'stopped']).meta({ examples: ['completed'] }),
    stopped_because: z
      .string()
      .nullable()
      .describe(
        'cancelled, actor_not_active, permission_lost, account_reclaimed, backup_restored, or internal_error. Rows up to `processed` were handled',
      ),
    dry_run: z.boolean().meta({ examples: [false] }),
    format: z.enum(IMPORT_FORMATS),
    file_name: z.string().nullable().describe('File name, if known'),
    total: z.int().describe('Rows in the file'),
    processed: z.int(),
    created: z.int().describe('Users created or, in a dry run, users that would be created'),
    refused: z.int(),
    without_password: z
      .int()
      .describe('How many of the created users have no password and can be invited'),
    with_password: content('Created users with a password'),
    with_roles: content('Created users with a role other than `user`'),
    verified: content('Created users whose address the file calls verified'),
    invitations: z
      .strictObject({
        status: z.enum(['running', 'completed', 'stopped']),
        stopped_because: z
          .string()
          .nullable()
          .describe(
            'actor_not_active, permission_lost, account_reclaimed, backup_restored, or internal_error',
          ),
        invited: z.int().describe('Emails queued so far, one per user'),
        requested_at: instant,
        finished_at: instant.nullable(),
      })
      .nullable()
      .meta({ examples: [null] })
      .describe('The invitations of these users (POST …/invitations); null if not requested'),
    created_by: z
      .uuid()
      .nullable()
      .describe('The user who started it; null for the command line of the server'),
    uploaded_by: z
      .uuid()
      .nullable()
      .meta({ examples: [null] })
      .describe('Who uploaded the file, if it was another user’s dry run; null otherwise'),
    created_at: instant,
    finished_at: instant.nullable(),
    runnable_until: instant
      .nullable()
      .meta({ examples: [null] })
      .describe(
        'When the accepted rows of a dry run can no longer be imported (POST …/run); null if there are none',
      ),
  })
  .meta({ id: 'UserImport' })
