import { changeUser } from '@/app/dashboard/users/[id]/actions'
import type { ReactNode } from 'react'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { Field } from '@/components/forms/field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { Disclosure } from '@/components/ui/disclosure'
import { LocalTime } from '@/components/ui/local-time'
import { isLocale } from '@/lib/i18n/locale'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface ProfileCardProps extends ViewProps {
  invitedAt: Date | null
  outcome: FormOutcome | null
}

/** What is known of the account, in facts; the name can be changed. */
export function ProfileCard({ invitedAt, outcome, ...view }: ProfileCardProps) {
  const { locale, messages, user, mayChange } = view
  const texts = messages.userDetail.profile
  const { languageNames } = messages.shell
  return (
    <Card>
      <CardHeader title={texts.title} />
      <CardBody>
        <dl className="grid gap-4">
          <Fact term={texts.name}>
            <span className="[overflow-wrap:anywhere]">{user.name ?? texts.noName}</span>
          </Fact>
          <Fact term={invitedAt ? texts.invited : texts.created}>
            <LocalTime at={invitedAt?.toISOString() ?? user.created_at} locale={locale} />
          </Fact>
          <Fact term={texts.lastSignIn}>
            {user.last_sign_in_at ? <LocalTime at={user.last_sign_in_at} locale={locale} /> : texts.never}
          </Fact>
          <Fact term={texts.changed}>
            <LocalTime at={user.updated_at} locale={locale} />
          </Fact>
          <Fact term={texts.language}>
            {isLocale(user.locale) ? languageNames[user.locale] : texts.noLanguage}
          </Fact>
        </dl>
      </CardBody>
      {mayChange('users:activate') && user.status !== 'deleted' ? (
        <CardFooter>
          <Disclosure label={texts.editName} open={outcome?.form === 'rename'}>
            <PageForm
              onlyField="name"
              action={changeUser}
              locale={locale}
              outcome={outcome}
              intent="rename"
              values={{ name: user.name ?? '' }}
              className="max-w-md text-ink"
            >
              <input type="hidden" name="version" value={user.version} />
              <Field
                name="name"
                autoComplete="off"
                maxLength={100}
                label={texts.name}
                hint={texts.nameHint}
              />
              <div>
                <SubmitButton pendingText={messages.forms.pending}>{texts.saveName}</SubmitButton>
              </div>
            </PageForm>
          </Disclosure>
        </CardFooter>
      ) : null}
    </Card>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
