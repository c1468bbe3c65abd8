import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { AreaHealth } from '@/lib/settings/settings-area'

type Texts = Messages['settings']['health']

/** A provider is failing if its last error is newer than its last success. */
function stateOf({ lastSuccessAt, lastErrorAt }: AreaHealth): 'working' | 'failing' | 'unused' {
  if (lastErrorAt && (!lastSuccessAt || lastErrorAt >= lastSuccessAt)) return 'failing'
  return lastSuccessAt ? 'working' : 'unused'
}

const TONES = { working: 'success', failing: 'danger', unused: 'neutral' } as const

/** The state of a provider. */
export function HealthBadge({ health, texts }: { health: AreaHealth; texts: Texts }) {
  const state = stateOf(health)
  return <Badge tone={TONES[state]}>{texts[state]}</Badge>
}

/** The health of a provider: last success, last error as the provider worded it, and the queue. */
export function HealthCard({
  health,
  texts,
  locale,
}: {
  health: AreaHealth
  texts: Texts
  locale: Locale
}) {
  const { lastSuccessAt, lastErrorAt, lastError, queueLength } = health
  const time = (at: Date | null) =>
    at ? <LocalTime at={at.toISOString()} locale={locale} seconds /> : texts.never
  return (
    <Card>
      <CardHeader title={texts.title}>
        <HealthBadge health={health} texts={texts} />
      </CardHeader>
      <CardBody>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-0.5 [&>dd]:min-w-0 [&>dd]:break-words max-sm:[&>dd]:mb-2 [&>dt]:text-muted">
          <dt>{texts.lastSuccess}</dt>
          <dd>{time(lastSuccessAt)}</dd>
          <dt>{texts.lastError}</dt>
          <dd>{time(lastErrorAt)}</dd>
          {lastError ? (
            <>
              <dt>{texts.response}</dt>
              <dd className="font-mono text-[0.8125rem]">{lastError}</dd>
            </>
          ) : null}
          <dt>{texts.queue}</dt>
          <dd className="tabular-nums">{new Intl.NumberFormat(locale).format(queueLength)}</dd>
        </dl>
      </CardBody>
    </Card>
  )
}
