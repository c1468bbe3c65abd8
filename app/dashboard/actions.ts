'use server'

import { z } from 'zod'
import { takePasskeyOffer } from '@/lib/identity/passkeys/own-passkeys'
import { defineAction } from '@/lib/web/define-action'

/** Called by a script that could show the offer; the notice says whether it may. */
export const offerPasskey = defineAction({
  access: 'authenticated',
  body: z.object({}),
  handle: async (_, { ctx, principal }) => ({
    ok: true,
    offered: await takePasskeyOffer(principal, ctx),
  }),
  done: ({ offered }: { offered: boolean }, { here }) => ({
    redirect: here,
    notice: offered ? 'passkey_offered' : 'passkey_not_offered',
    inPlace: true,
  }),
})
