import { changeUser } from '@/app/dashboard/users/[id]/actions'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { Field } from '@/components/forms/field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Disclosure } from '@/components/ui/disclosure'
import { TextLink } from '@/components/ui/text-link'
import { VerifiedBadge } from '@/components/ui/verified-badge'
import type { FormOutcome } from '@/lib/web/form-outcome'

/** The address, and the form that gives the account another one; one's own is changed elsewhere. */
export function EmailCard({
  locale,
  messages,
  user,
  self,
  outcome,
}: ViewProps & { outcome: FormOutcome | null }) {
  const texts = messages.userDetail.email
  return (
    <Card>
      <CardHeader title={texts.title} />
      <CardBody className="grid gap-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium break-all">{user.email}</span>
          <VerifiedBadge verified={user.email_verified} texts={messages.account} />
        </p>
        {self ? (
          <p className="text-muted">
            {texts.ownHint}{' '}
            <TextLink alone href="/dashboard/account/email">
              {messages.ownAccount.email.change}
            </TextLink>
          </p>
        ) : (
          <Disclosure label={texts.change} open={outcome?.form === 'email'}>
            <PageForm
              onlyField="email"
              action={changeUser}
              locale={locale}
              outcome={outcome}
              intent="email"
              className="max-w-md"
            >
              <input type="hidden" name="version" value={user.version} />
              <Field
                name="email"
                type="email"
                inputMode="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                required
                label={texts.label}
                hint={texts.hint}
              />
              <div>
                <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
              </div>
            </PageForm>
          </Disclosure>
        )}
      </CardBody>
    </Card>
  )
}
