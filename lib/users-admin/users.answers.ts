import { z } from 'zod'

const instant = z.iso.datetime()

/** A user as administrators see one. */
export const managedUserAnswer = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  email_verified: z.boolean(),
  name: z.string().nullable(),
  locale: z.string().nullable(),
  status: z.enum(['pending', 'active', 'deactivated', 'deleted']),
  roles: z.array(z.string()),
  mfa_enabled: z.boolean(),
  created_at: instant,
  updated_at: instant,
  last_sign_in_at: instant.nullable(),
  avatar_url: z.string().nullable(),
  version: z.int().describe('Increases with every change; the ETag is this number in quotes'),
})

/** A link for an invited person to choose a password, in the one answer that ever holds it. */
export const invitationLinkAnswer = z.strictObject({ url: z.url(), expires_at: instant })
