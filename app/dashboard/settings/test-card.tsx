import type { ReactNode } from 'react'
import { Field } from '@/components/forms/field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { StoredArea } from '@/lib/settings/setting-definitions'
import type { FormAction } from '@/lib/web/action-state'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface TestCardProps {
  name: StoredArea
  action: FormAction
  email: string
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
  /** What confirms who asks, where that is due. */
  children: ReactNode
}

/** Tries the saved settings, and shows what the provider said. */
export function TestCard({ name, action, email, outcome, locale, messages, children }: TestCardProps) {
  const texts = messages.settings.test
  const leads: Partial<Record<StoredArea, string>> = {
    mail: texts.mailLead,
    notifications: texts.notificationsLead,
    payments: texts.paymentsLead,
  }
  const recipient = name === 'mail' || name === 'notifications'
  return (
    <Card>
      <CardHeader title={texts.title} lead={leads[name]} />
      <CardBody className="grid gap-4">
        <div role="status" className="empty:hidden">
          <Result outcome={outcome} texts={texts} />
        </div>
        <PageForm
          action={action}
          locale={locale}
          intent="test"
          values={name === 'mail' ? { to: email } : {}}
          className="max-w-xl"
        >
          <input type="hidden" name="area" value={name} />
          {recipient ? (
            <Field
              name="to"
              type={name === 'mail' ? 'email' : 'tel'}
              label={name === 'mail' ? texts.toMail : texts.toPhone}
              autoComplete="off"
              required
            />
          ) : null}
          {children}
          <div>
            <SubmitButton pendingText={messages.forms.pending}>
              {recipient ? texts.submit : texts.check}
            </SubmitButton>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}

function Result({ outcome, texts }: { outcome: FormOutcome | null; texts: Messages['settings']['test'] }) {
  const passed = outcome?.notice === 'settings_test_passed'
  if (!passed && outcome?.notice !== 'settings_test_failed') return null
  return (
    <Alert tone={passed ? 'success' : 'danger'}>
      <p>{passed ? texts.passed : texts.failed}</p>
      <p className="mt-1 font-mono text-[0.8125rem] break-words">{outcome?.values?.detail}</p>
    </Alert>
  )
}
