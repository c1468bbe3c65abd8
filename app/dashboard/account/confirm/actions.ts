'use server'

import { z } from 'zod'
import { assertionField } from '@/lib/identity/passkeys/passkeys.schemas'
import { proveWithPasskey } from '@/lib/identity/passkeys/prove-with-passkey'
import { defineAction } from '@/lib/web/define-action'
import { nextPathOrHome } from '@/lib/web/safe-redirect'

export const confirmWithPasskey = defineAction({
  access: 'authenticated',
  lacking: ['proof'],
  body: z.object({ passkey: assertionField }),
  handle: ({ passkey }, { ctx, principal }) => proveWithPasskey(passkey, principal, ctx),
  done: (_, { query }) => ({
    redirect: nextPathOrHome(query.get('next')),
    notice: 'passkey_proved',
  }),
})
