import { z } from 'zod'
import { instant } from '@/lib/platform/instant'

/** A link for an invited user to choose a password; only this response contains it. */
export const invitationLinkResponse = z
  .strictObject({ url: z.url(), expires_at: instant })
  .meta({ id: 'InvitationLink' })
