import { z } from 'zod'

const instant = z.iso.datetime()

/** A link for an invited user to choose a password; only this response contains it. */
export const invitationLinkResponse = z
  .strictObject({ url: z.url(), expires_at: instant })
  .meta({ id: 'InvitationLink' })
