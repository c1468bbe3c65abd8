import type { ReactNode } from 'react'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import { isLocale } from '@/lib/i18n/locale'

interface ProfileCardProps extends ViewProps {
  invitedAt: Date | null
  /** Whether the link of an invitation is still their way in. */
  invitationOpen: boolean
}

/** What is known of the account, in facts; an invitation that is open can be sent again. */
export function ProfileCard({ invitedAt, invitationOpen, ...view }: ProfileCardProps) {
  const { locale, messages, user, mayChange } = view
  const texts = messages.userDetail.profile
  const { languageNames } = messages.shell
  return (
    <Card>
      <CardHeader title={texts.title} />
      <CardBody>
        <dl className="grid gap-4">
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
      {invitationOpen && mayChange('users:activate') ? (
        <CardFooter>
          <PageForm locale={locale} intent="send_invitation">
            <SubmitButton variant="outline" size="sm" pendingText={messages.forms.pending}>
              {texts.sendInvitation}
            </SubmitButton>
          </PageForm>
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
