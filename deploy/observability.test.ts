import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  metricDeclaration,
  metricDeclarations,
  type MetricName,
} from '@/lib/platform/metrics/metric-declarations'

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const dashboard = JSON.parse(read('grafana/dashboard.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[]
}
const alerts = parse(read('prometheus/alerts.yaml')) as {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[]
}
const guide = read('../docs/observability.md')
const rules = alerts.groups.flatMap((group) => group.rules)
const queries = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: `panel “${title}”`, expr })),
  ),
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
]
const declared = Object.keys(metricDeclarations) as MetricName[]
const ofNode = new Registry()
collectDefaultMetrics({ register: ofNode })
/** What Prometheus itself, Node and the process add. */
const others = new Set(['up', ...ofNode.getMetricsAsArray().map(({ name }) => name)])

/** The series that a metric has: a histogram has three names. */
const seriesOf = (name: MetricName) =>
  metricDeclarations[name].type === 'histogram'
    ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix)
    : [name]
const series = new Map(declared.flatMap((name) => seriesOf(name).map((one) => [one, name])))

/** Each name in a query that could be a metric, with the labels it selects by. */
function selectorsOf(expr: string) {
  return [...expr.matchAll(/\b((?:gatehouse|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name, selector = '']) => ({
      name: name!,
      filters: [...selector.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
        ([, label, operator, value]) => ({ label: label!, operator, value: value! }),
      ),
    }),
  )
}

const TARGET_LABELS = ['job', 'instance', 'le']

function faultsOf({ where, expr }: { where: string; expr: string }): string[] {
  const used = selectorsOf(expr)
  const faults = used.length === 0 ? [`${where}: no metric`] : []
  const known = new Set(TARGET_LABELS)
  for (const { name, filters } of used) {
    const metric = series.get(name)
    if (!metric && !others.has(name)) faults.push(`${where}: ${name} is not declared`)
    if (!metric) continue
    const { labels } = metricDeclaration(metric)
    for (const label of Object.keys(labels)) known.add(label)
    for (const { label, operator, value } of filters) {
      if (TARGET_LABELS.includes(label)) continue
      const values = labels[label]
      if (!values) faults.push(`${where}: ${name} has no label ${label}`)
      else if (!operator!.endsWith('~') && typeof values === 'object' && !values.includes(value))
        faults.push(`${where}: ${label} of ${name} is never ${value}`)
    }
  }
  for (const [, list] of expr.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of list!.split(/,\s*/))
      if (!known.has(label)) faults.push(`${where}: no metric has the label ${label}`)
  return faults
}

describe('the dashboard and the alert rules', () => {
  it('use only metrics, labels and values that are declared', () => {
    expect(queries.length).toBeGreaterThan(30)
    expect(queries.flatMap(faultsOf)).toEqual([])
  })

  it.each([
    ['gatehouse_missing_total', 'gatehouse_missing_total is not declared'],
    ['gatehouse_http_request_duration_seconds', 'is not declared'],
    ['gatehouse_bus_alive{surface="web"}', 'has no label surface'],
    ['gatehouse_http_requests_total{rout!~"/healthz"}', 'has no label rout'],
    ['gatehouse_sign_ins_total{surface="phone"}', 'is never phone'],
    ['gatehouse_sign_ins_total{surface!="phone"}', 'is never phone'],
    ['sum by (route) (gatehouse_bus_alive)', 'no metric has the label route'],
    ['1 > 0', 'no metric'],
  ])('would fail with the query %s', (expr, fault) => {
    expect(faultsOf({ where: 'x', expr })).toEqual([expect.stringContaining(fault)])
  })

  it('show every declared metric', () => {
    const used = new Set(queries.flatMap(({ expr }) => selectorsOf(expr).map(({ name }) => name)))
    expect(declared.filter((name) => !seriesOf(name).some((one) => used.has(one)))).toEqual([])
  })

  it('alert about the job `gatehouse` only, not about another installation', () => {
    const others = rules.filter(({ expr }) =>
      selectorsOf(expr).some(
        ({ filters }) =>
          !filters.some(({ label, value }) => label === 'job' && value === 'gatehouse'),
      ),
    )
    expect(others.map(({ alert }) => alert)).toEqual([])
  })

  it('have a section for each alert that says what to do', () => {
    expect(rules.filter(({ alert }) => !guide.includes(`\n### ${alert}\n`))).toEqual([])
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/observability.md#${alert.toLowerCase()}`)
  })
})

describe('docs/observability.md', () => {
  it('documents each metric as it is declared, and no other', () => {
    const rows = [...guide.matchAll(/^\| `(gatehouse_\w+)` *\| (\w+) *\| (.*?) *\| (.*?) *\|$/gm)]
    expect(rows.map(([, name, type, labels, help]) => ({ name, type, labels, help }))).toEqual(
      declared.map((name) => {
        const { type, labels, help } = metricDeclaration(name)
        const listed = Object.keys(labels).map((label) => `\`${label}\``)
        return { name, type, labels: listed.join(', '), help }
      }),
    )
    const named = new Set([...guide.matchAll(/\bgatehouse_\w+\b/g)].map(([name]) => name))
    expect(
      [...named].filter(
        (name) => !series.has(name) && !declared.some((known) => known.startsWith(name)),
      ),
    ).toEqual([])
  })
})
