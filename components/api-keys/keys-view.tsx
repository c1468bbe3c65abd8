import { CreateKeyCard, RevokeKey, ShownKey } from '@/components/api-keys/key-forms'
import { KeyTable } from '@/components/api-keys/key-table'
import { Pager } from '@/components/data-table/list-parts'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedApiKey } from '@/lib/identity/api-keys/present-api-key'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import type { FormAction } from '@/lib/web/action-state'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { withQuery } from '@/lib/web/page-address'

interface KeysViewProps {
  actions: { create: FormAction; revoke: FormAction; hide: FormAction }
  keys: readonly PresentedApiKey[]
  nextCursor: string | null
  /** Whether this is not the first page of the list. */
  continued: boolean
  /** The page's own path. */
  path: string
  /** A key that was just created. */
  fresh: { name: string; key: string; expiresAt: string } | null
  /** What the form for a new key needs; null without the form. */
  create: { permissions: readonly string[]; proof: ReauthMethod; viewerEmail: string } | null
  mayRevoke: boolean
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
  at: Date
}

/** An account's API keys: a new one while it is shown, the list, the form for another one. */
export function KeysView({
  actions,
  keys,
  nextCursor,
  continued,
  path,
  fresh,
  create,
  mayRevoke,
  outcome,
  at,
  ...form
}: KeysViewProps) {
  const { locale, messages } = form
  const texts = messages.apiKeys
  const notice = outcome?.notice === 'key_revoked' ? texts.revoke.done : null
  const refused = outcome?.code && outcome.form !== 'create_key' ? outcome.code : null
  const next = nextCursor && withQuery(path, { cursor: nextCursor })
  return (
    <>
      <LiveRegion role="status" className="mb-4">
        {notice ? <Alert tone="success">{notice}</Alert> : null}
      </LiveRegion>
      <LiveRegion role="alert" className="mb-4">
        {refused ? (
          <Alert tone="danger">
            {refused === 'not_found' ? texts.revoke.gone : messages.problems[refused].text}
          </Alert>
        ) : null}
      </LiveRegion>
      <div className="grid gap-6">
        {fresh ? <ShownKey shown={fresh} action={actions.hide} {...form} /> : null}
        <Card>
          <KeyTable
            keys={keys}
            locale={locale}
            texts={texts}
            at={at}
            {...(mayRevoke && {
              revokeOf: (key) => <RevokeKey shown={key} action={actions.revoke} {...form} />,
            })}
          />
          <Pager first={continued ? path : null} next={next} texts={texts.pager} />
        </Card>
        {create && !fresh ? (
          <CreateKeyCard
            {...form}
            {...create}
            action={actions.create}
            path={path}
            outcome={outcome}
            open={keys.length === 0}
          />
        ) : null}
      </div>
    </>
  )
}
