import type { UserCardProps } from '@/app/dashboard/users/[id]/user-heading'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { formatCount, formatMediumDay, formatMessage } from '@/lib/i18n/format'
import type { listAccountsKeyedBy, listUserApiKeys } from '@/lib/identity/api-keys/list-api-keys'
import { pagePath } from '@/lib/web/page-address'

/** The user's newest API keys, with a link to all of them. */
export function KeysCard({
  listed,
  locale,
  messages,
  user,
  mayChange,
}: UserCardProps & { listed: Awaited<ReturnType<typeof listUserApiKeys>> }) {
  const texts = messages.apiKeys
  const keys = listed.ok ? listed.keys : []
  // For a person without keys there is nothing to see or do.
  if (keys.length === 0 && user.kind === 'person') return null
  const expiry = (at: string) =>
    formatMessage(texts.expiresOn, { day: formatMediumDay(new Date(at), locale) })
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.card.lead} />
      <CardBody>
        {keys.length === 0 ? <p className="text-muted">{texts.card.none}</p> : null}
        <ul className="grid gap-3 empty:hidden">
          {keys.map(({ id, name, label, expires_at: expiresAt }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0">
                <span className="block font-medium wrap-anywhere">{name}</span>
                <code className="font-mono text-xs break-all text-muted">{label}…</code>
              </span>
              <span className="text-[0.8125rem] text-muted">{expiry(expiresAt)}</span>
            </li>
          ))}
        </ul>
      </CardBody>
      <CardFooter>
        <TextLink alone href={pagePath('/dashboard/users/[id]/api-keys', user.id)}>
          {mayChange('users:activate') ? texts.card.manage : texts.card.all}
        </TextLink>
      </CardFooter>
    </Card>
  )
}

/**
 * The service accounts for which the user created keys: these keep working when the user's account
 * is deactivated or deleted. Nothing if there are none.
 */
export function CreatedKeysCard({
  accounts,
  locale,
  messages,
}: UserCardProps & { accounts: Awaited<ReturnType<typeof listAccountsKeyedBy>> }) {
  const texts = messages.apiKeys.created
  if (!accounts || accounts.length === 0) return null
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      <CardBody>
        <ul className="grid gap-3">
          {accounts.map(({ id, name, keys }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 wrap-anywhere">
                <TextLink alone href={pagePath('/dashboard/users/[id]/api-keys', id)}>
                  {name ?? id}
                </TextLink>
              </span>
              <span className="text-[0.8125rem] text-muted">
                {formatCount(texts.count, keys, locale)}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
