import type { ReactNode } from 'react'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { PageHeader } from '@/components/layout/page-header'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { readServiceStatus, type ServiceStatus } from '@/lib/settings/service-status'
import { definePage } from '@/lib/web/define-page'
import { pageLanguage } from '@/lib/web/preferences'
import packageInfo from '@/package.json'

const page = definePage('/dashboard/settings/status')

export const generateMetadata = page.metadata

interface PartProps {
  status: ServiceStatus
  texts: Messages['settings']['status']
  locale: Locale
}

/** System status: version, database, bus, audit trail, queues and scheduled jobs. */
export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const { areas, title, status: texts } = messages.settings
  const part = { status: await readServiceStatus(packageInfo.version), texts, locale }
  return (
    <>
      <PageHeader
        title={areas.status.title}
        lead={areas.status.lead}
        back={{ href: '/dashboard/settings', label: title }}
      />
      <div className="grid gap-6">
        <Service {...part} />
        <Queues {...part} />
        <Scheduled {...part} />
      </div>
    </>
  )
})

function Service({ status, texts, locale }: PartProps) {
  const { migrations, database, audit, bus } = status
  const buses = { in_process: texts.inProcess, alive: texts.alive, not_alive: texts.notAlive }
  const verified = audit.lastVerified
  return (
    <Card>
      <CardHeader title={texts.service} />
      <CardBody>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-0.5 [&>dd]:min-w-0 [&>dd]:break-words max-sm:[&>dd]:mb-2 [&>dt]:text-muted">
          <Fact label={texts.version}>{status.version}</Fact>
          <Fact label="Node.js">{status.node}</Fact>
          <Fact label={texts.startedAt}>
            <LocalTime at={status.startedAt.toISOString()} locale={locale} />
          </Fact>
          <Fact label={texts.migrations}>{migrations.count}</Fact>
          <Fact label={texts.lastMigration}>{migrations.last}</Fact>
          <Fact label={texts.database}>
            {database.embedded ? texts.embedded : 'PostgreSQL'} {database.version}
          </Fact>
          <Fact label="Redis">{status.redis ? texts.on : texts.notConfigured}</Fact>
          <Fact label={texts.bus}>
            <Badge tone={bus === 'not_alive' ? 'danger' : 'success'}>{buses[bus]}</Badge>
          </Fact>
          <Fact label={texts.audit}>
            {formatMessage(texts.sealed, {
              seq: new Intl.NumberFormat(locale).format(audit.sealed),
            })}
          </Fact>
          <Fact label={texts.lastVerified}>
            {verified ? (
              <span className="inline-flex flex-wrap items-center gap-2">
                <LocalTime at={verified.at} locale={locale} />
                <Badge tone={verified.fault ? 'danger' : 'success'}>
                  {verified.fault ? texts.verifiedBad : texts.verifiedOk}
                </Badge>
              </span>
            ) : (
              texts.neverVerified
            )}
          </Fact>
        </dl>
      </CardBody>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Queues({ status: { queues }, texts, locale }: PartProps) {
  const count = (value: number) => new Intl.NumberFormat(locale).format(value)
  return (
    <Card>
      <CardHeader title={texts.queues} />
      {queues.length === 0 ? (
        <CardBody className="text-muted">{texts.noJobs}</CardBody>
      ) : (
        <Table label={texts.queues} className="mt-4">
          <thead>
            <tr>
              <ColumnHeader>{texts.queue}</ColumnHeader>
              <ColumnHeader className="text-right">{texts.waiting}</ColumnHeader>
              <ColumnHeader className="text-right">{texts.retrying}</ColumnHeader>
              <ColumnHeader className="text-right">{texts.failed}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ kind, waiting, retrying, failed }) => (
              <tr key={kind}>
                <Cell className="font-mono text-[0.8125rem]">{kind}</Cell>
                <Cell className="text-right tabular-nums">{count(waiting)}</Cell>
                <Cell className="text-right tabular-nums">{count(retrying)}</Cell>
                <Cell className="text-right tabular-nums">{count(failed)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function Scheduled({ status: { scheduled }, texts, locale }: PartProps) {
  return (
    <Card>
      <CardHeader title={texts.scheduled} />
      {scheduled.length === 0 ? (
        <CardBody className="text-muted">{texts.noScheduled}</CardBody>
      ) : (
        <Table label={texts.scheduled} className="mt-4">
          <thead>
            <tr>
              <ColumnHeader>{texts.job}</ColumnHeader>
              <ColumnHeader>{texts.nextRun}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {scheduled.map(({ name, nextRunAt }) => (
              <tr key={name}>
                <Cell className="font-mono text-[0.8125rem] break-all">{name}</Cell>
                <Cell>
                  <LocalTime at={nextRunAt.toISOString()} locale={locale} seconds />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}
