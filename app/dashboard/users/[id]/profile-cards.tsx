import { saveEmail, saveName } from '@/app/dashboard/users/[id]/actions'
import type { UserCardProps } from '@/app/dashboard/users/[id]/user-heading'
import { Field } from '@/components/forms/fields'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { VerifiedBadge } from '@/components/ui/badge'
import { Card, CardBody, CardFooter, CardHeader, FactRow } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { LocalTime } from '@/components/ui/local-time'
import { Disclosure } from '@/components/ui/popover'
import { isLocale } from '@/lib/i18n/locale'
import type { AccountCreator } from '@/lib/users/user-details.store'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

interface ProfileCardProps extends UserCardProps {
  invitedAt: Date | null
  /** Who created a service account. */
  creator: AccountCreator | null
  outcome: FormOutcome | null
}

/** Facts about the account. The name can be changed. */
export function ProfileCard({ invitedAt, creator, outcome, ...view }: ProfileCardProps) {
  const { locale, messages, user, mayChange } = view
  const { profile: texts, serviceAccount } = messages.userDetail
  const isService = user.kind === 'service'
  return (
    <Card>
      <CardHeader title={texts.title} />
      <CardBody>
        <dl className="grid gap-4">
          <FactRow term={texts.name}>
            <span className="[overflow-wrap:anywhere]">{user.name ?? texts.noName}</span>
          </FactRow>
          {isService ? (
            <FactRow term={serviceAccount.created}>
              <LocalTime at={user.created_at} locale={locale} />
            </FactRow>
          ) : (
            <>
              <FactRow term={invitedAt ? texts.invited : texts.created}>
                <LocalTime at={invitedAt?.toISOString() ?? user.created_at} locale={locale} />
              </FactRow>
              <FactRow term={texts.lastSignIn}>
                {user.last_sign_in_at ? (
                  <LocalTime at={user.last_sign_in_at} locale={locale} />
                ) : (
                  texts.never
                )}
              </FactRow>
            </>
          )}
          {creator ? (
            <FactRow term={serviceAccount.createdBy}>
              <TextLink href={pagePath('/dashboard/users/[id]', creator.id)}>
                {creator.name ?? creator.email}
              </TextLink>
            </FactRow>
          ) : null}
          <FactRow term={texts.changed}>
            <LocalTime at={user.updated_at} locale={locale} />
          </FactRow>
          {isService ? null : (
            <FactRow term={texts.language}>
              {isLocale(user.locale) ? messages.shell.languageNames[user.locale] : texts.noLanguage}
            </FactRow>
          )}
        </dl>
      </CardBody>
      {mayChange('users:activate') && user.status !== 'deleted' ? (
        <CardFooter>
          <Disclosure label={texts.editName} open={outcome?.form === 'rename'}>
            <PageForm
              onlyField="name"
              action={saveName}
              locale={locale}
              outcome={outcome}
              intent="rename"
              {...lostUpdate(messages, pagePath('/dashboard/users/[id]', user.id))}
              values={{ name: user.name ?? '' }}
              className="max-w-md text-ink"
            >
              <VersionField version={user.version} />
              <Field
                name="name"
                autoComplete="off"
                maxLength={100}
                label={texts.name}
                hint={isService ? serviceAccount.nameHint : texts.nameHint}
                required={isService}
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

/** The address and the form to change it; the viewer's own is changed on the account pages. */
export function EmailCard({
  locale,
  messages,
  user,
  self,
  outcome,
}: UserCardProps & { outcome: FormOutcome | null }) {
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
              action={saveEmail}
              locale={locale}
              outcome={outcome}
              intent="email"
              {...lostUpdate(messages, pagePath('/dashboard/users/[id]', user.id))}
              className="max-w-md"
            >
              <VersionField version={user.version} />
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
