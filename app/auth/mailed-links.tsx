import { AppWindow, Link2Off } from 'lucide-react'
import { headers } from 'next/headers'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/links'
import { isHiddenFromProxies } from '@/lib/http/pages/page-gate'
import { describeMailDestination } from '@/lib/messaging/mail/local-outbox'
import type { FormAction } from '@/lib/web/action-state'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

interface MailedLinkFormProps {
  action: FormAction
  token: string
  submit: string
  /** Where to go when the link expired while the page was open. */
  recoveryLink: RecoveryLink
}

/**
 * The single button of a page opened from an emailed link. Mail scanners follow links, so only the
 * button consumes the token, not opening the page.
 */
export async function MailedLinkForm({ action, token, submit, recoveryLink }: MailedLinkFormProps) {
  const { locale, messages } = await pageLanguage()
  return (
    <PageForm
      action={action}
      locale={locale}
      outcome={await readOutcome()}
      recoveryActions={{
        invalid_or_expired_token: (
          <TextLink alone href={recoveryLink.href}>
            {recoveryLink.label}
          </TextLink>
        ),
      }}
    >
      <input type="hidden" name="token" value={token} />
      <SubmitButton size="lg" className="w-full" pendingText={messages.forms.pending}>
        {submit}
      </SubmitButton>
    </PageForm>
  )
}

/** The message of a page that was opened without the token of its link. */
export async function MissingToken({ recoveryLink }: { recoveryLink: RecoveryLink }) {
  const { auth, shell } = (await pageLanguage()).messages
  return (
    <AuthCard
      heading={auth.missingToken.heading}
      lead={auth.missingToken.lead}
      homeLabel={shell.home}
    >
      <a
        className={buttonClasses({ variant: 'outline', size: 'lg', className: 'w-full' })}
        href={recoveryLink.href}
      >
        {recoveryLink.label}
      </a>
    </AuthCard>
  )
}

interface RecoveryLink {
  href: string
  label: string
}

/**
 * The message for a link that was already used or has expired, with the next steps, likeliest
 * first.
 */
export async function InvalidLink({
  lead,
  recoveryLinks,
}: {
  lead: string
  recoveryLinks: readonly [RecoveryLink, ...RecoveryLink[]]
}) {
  const { auth, shell } = (await pageLanguage()).messages
  return (
    <AuthCard
      heading={auth.deadLink.heading}
      lead={lead}
      homeLabel={shell.home}
      icon={
        <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent">
          <Link2Off aria-hidden className="size-5" />
        </span>
      }
    >
      <div className="grid gap-3">
        {recoveryLinks.map(({ href, label }, place) => (
          <a
            key={href}
            className={buttonClasses({
              variant: place === 0 ? undefined : 'outline',
              size: 'lg',
              className: 'w-full',
            })}
            href={href}
          >
            {label}
          </a>
        ))}
      </div>
    </AuthCard>
  )
}

interface OtherBrowserProps {
  heading: string
  lead: string
  recoveryLink: RecoveryLink
}

/** The message for a link that only works in another browser than this one. */
export async function OtherBrowser({ heading, lead, recoveryLink }: OtherBrowserProps) {
  const { shell } = (await pageLanguage()).messages
  return (
    <AuthCard
      heading={heading}
      lead={lead}
      homeLabel={shell.home}
      icon={
        <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent">
          <AppWindow aria-hidden className="size-5" />
        </span>
      }
    >
      <a
        className={buttonClasses({ variant: 'outline', size: 'lg', className: 'w-full' })}
        href={recoveryLink.href}
      >
        {recoveryLink.label}
      </a>
    </AuthCard>
  )
}

/** Where to find emails that aren't sent, as in local mode. */
export async function UnsentMailHint() {
  if (describeMailDestination() !== 'terminal') return null
  const { auth, outbox } = (await pageLanguage()).messages
  return (
    <Alert>
      <p className="font-medium">{auth.checkMail.whereTitle}</p>
      <p className="text-muted">{auth.checkMail.whereLog}</p>
      {isHiddenFromProxies(await headers()) ? null : (
        <TextLink alone href="/local/outbox">
          {outbox.open}
        </TextLink>
      )}
    </Alert>
  )
}
