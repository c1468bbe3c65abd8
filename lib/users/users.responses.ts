import { z } from 'zod'

const instant = z.iso.datetime()

/** A link for an invited person to choose a password, in the one answer that ever holds it. */
export const invitationLinkResponse = z
  .strictObject({ url: z.url(), expires_at: instant })
  .meta({ id: 'InvitationLink' })
