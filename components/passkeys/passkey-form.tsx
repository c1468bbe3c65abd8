import { KeyRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import type { PasskeyUse } from '@/components/passkeys/passkey-ceremony'
import { PasskeyField } from '@/components/passkeys/passkey-field'
import { brandedMessages } from '@/lib/brand/brand'

interface PasskeyFormProps extends Pick<
  ComponentProps<typeof PageForm>,
  'action' | 'locale' | 'intent' | 'outcome'
> {
  use: Exclude<PasskeyUse, 'create'>
  label: string
  autofill?: boolean
  /** Shown where the browser has no passkeys; by default nothing. */
  unavailable?: string
}

/** A button that asks for a passkey and sends the answer. Invisible without script. */
export function PasskeyForm({
  use,
  label,
  autofill,
  unavailable,
  intent = 'passkey',
  ...form
}: PasskeyFormProps) {
  const { forms, passkeys } = brandedMessages(form.locale)
  return (
    <PageForm {...form} intent={intent} className="mt-4 empty:hidden">
      <PasskeyField
        use={use}
        texts={passkeys.ceremony}
        autofill={autofill}
        unavailable={unavailable && <p className="text-muted">{unavailable}</p>}
      >
        <SubmitButton variant="outline" size="lg" className="w-full" pendingText={forms.pending}>
          <KeyRound aria-hidden />
          {label}
        </SubmitButton>
      </PasskeyField>
    </PageForm>
  )
}
