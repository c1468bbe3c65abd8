import { HTTP_METHODS } from '@/lib/platform/http-methods'
import { SURFACES } from '@/lib/platform/request-context'

/**
 * What a label can be: one of the listed values, or the name of something that is declared
 * elsewhere. Never anything that a client sends, because each value is a time series. Prometheus
 * adds the labels `job` and `instance` itself.
 */
type LabelValues = readonly string[] | 'route' | 'status' | 'job' | 'recurring_job' | 'version'

interface MetricDeclaration {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: Readonly<Record<string, LabelValues>>
  /** Upper bounds of a histogram. */
  buckets?: readonly number[]
  /**
   * `recorded`: when it happens, anywhere in the code. `read`: with each scrape. `primary`: by the
   * primary process of several workers (worker-metrics.ts); 0 in every other process.
   */
  from: 'recorded' | 'read' | 'primary'
  /**
   * How the values of several processes become one. Values of the database are the same everywhere:
   * `max`.
   */
  across: 'sum' | 'min' | 'max'
}

const METHODS = [...HTTP_METHODS, 'other'] as const
const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
/** What was presented to sign in. */
export const SIGN_IN_FACTORS = ['pwd', 'fed', 'mfa', 'hwk', 'otp'] as const
/** Why sign-ins are refused; any other reason is counted as `other`. */
const REFUSALS = [
  'wrong_password',
  'no_password',
  'unknown_email',
  'email_not_verified',
  'approval_pending',
  'registration_closed',
  'pending',
  'deactivated',
  'deleted',
  'account_disabled',
  'account_changed',
  'mfa_not_enabled',
  'account_link_required',
  'challenge_used',
  'too_many_tries',
  'wrong',
  'used',
  'locked',
  'other_origin',
  'other_rp',
  'not_verified',
  'other_account',
  'unknown_passkey',
  'cloned',
  'challenge',
  'oauth_failed',
  'oauth_denied',
  'oauth_unavailable',
  'oauth_email_required',
  'invalid_or_expired_token',
  'other',
] as const

/** Of the requests, in seconds. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Of the jobs, in seconds. */
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 45]

/** The queues, in which work waits in the database. */
export const QUEUES = ['mail', 'notifications', 'sms', 'webhooks', 'other'] as const
export type Queue = (typeof QUEUES)[number]

/** The states of a webhook endpoint. */
export const WEBHOOK_STATES = ['working', 'failing', 'disabled'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/**
 * Every metric of the service; Node's own come from prom-client. docs/observability.md documents
 * each, and a test compares both, the dashboard, and the alert rules with this list.
 */
export const metricDeclarations = {
  gatehouse_build_info: {
    type: 'gauge',
    help: 'Always 1; the label is the version that runs.',
    labels: { version: 'version' },
    from: 'read',
    across: 'max',
  },
  gatehouse_ready: {
    type: 'gauge',
    help: 'Whether /readyz returns 200; 0: the database is unavailable, or the instance stops.',
    labels: {},
    from: 'read',
    across: 'min',
  },
  gatehouse_worker_restarts_total: {
    type: 'counter',
    help: 'Workers started in place of one that crashed; always 0 with one process.',
    labels: {},
    from: 'primary',
    across: 'sum',
  },
  gatehouse_http_requests_total: {
    type: 'counter',
    help: 'Requests served, by route, method, and class of the status.',
    labels: { route: 'route', method: METHODS, status: STATUS_CLASSES },
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_http_responses_total: {
    type: 'counter',
    help: 'Responses by status; 499: the client disconnected first.',
    labels: { status: 'status' },
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Seconds until the response was sent, by route and method.',
    labels: { route: 'route', method: METHODS },
    buckets: REQUEST_SECONDS,
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_http_requests_running: {
    type: 'gauge',
    help: 'Requests being served.',
    labels: {},
    from: 'read',
    across: 'sum',
  },
  gatehouse_refused_connections_total: {
    type: 'counter',
    help: 'Connections closed because of what came on them, by reason.',
    labels: { reason: ['upgrade', 'connect', 'malformed', 'timeout', 'unread_body'] },
    from: 'read',
    across: 'sum',
  },
  gatehouse_refused_connections_waiting: {
    type: 'gauge',
    help: 'Refused connections whose peer has not closed its side yet.',
    labels: {},
    from: 'read',
    across: 'sum',
  },
  gatehouse_sign_ins_total: {
    type: 'counter',
    help: 'Sessions begun, by surface.',
    labels: { surface: SURFACES },
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_sign_in_failures_total: {
    type: 'counter',
    help: 'Sign-ins refused, by surface, what was presented, and the reason.',
    labels: { surface: SURFACES, factor: SIGN_IN_FACTORS, reason: REFUSALS },
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_refreshes_total: {
    type: 'counter',
    help: 'Refresh tokens exchanged, by surface.',
    labels: { surface: SURFACES },
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_refresh_token_reuses_total: {
    type: 'counter',
    help: 'Sessions ended because a used refresh token was presented again, by surface.',
    labels: { surface: SURFACES },
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_password_hashes: {
    type: 'gauge',
    help: 'Passwords being hashed, and those in line.',
    labels: { state: ['running', 'waiting'] },
    from: 'read',
    across: 'sum',
  },
  gatehouse_bus_alive: {
    type: 'gauge',
    help: 'Whether messages between instances are known to arrive.',
    labels: {},
    from: 'read',
    across: 'min',
  },
  gatehouse_bus_lag_seconds: {
    type: 'gauge',
    help: 'Age of the newest message between instances known to have arrived; missing if none is.',
    labels: {},
    from: 'read',
    across: 'max',
  },
  gatehouse_db_connections: {
    type: 'gauge',
    help: 'Connections to the database.',
    labels: { state: ['idle', 'busy'] },
    from: 'read',
    across: 'sum',
  },
  gatehouse_db_connections_max: {
    type: 'gauge',
    help: 'How many connections to the database are allowed.',
    labels: {},
    from: 'read',
    across: 'sum',
  },
  gatehouse_db_waiting: {
    type: 'gauge',
    help: 'Statements and transactions waiting for a connection to the database.',
    labels: {},
    from: 'read',
    across: 'sum',
  },
  gatehouse_queue_items: {
    type: 'gauge',
    help: 'Background work by queue, at most 10,000 of each kind; missing while it cannot be read.',
    labels: { queue: QUEUES, state: ['waiting', 'failed'] },
    from: 'read',
    across: 'max',
  },
  gatehouse_queue_oldest_seconds: {
    type: 'gauge',
    help: 'For how long the oldest work of a queue has been due.',
    labels: { queue: QUEUES },
    from: 'read',
    across: 'max',
  },
  gatehouse_recurring_job_overdue_seconds: {
    type: 'gauge',
    help: 'For how long a recurring job has been due without running.',
    labels: { task: 'recurring_job' },
    from: 'read',
    across: 'max',
  },
  gatehouse_webhook_endpoints: {
    type: 'gauge',
    help: 'Webhooks; failing: the last delivery failed.',
    labels: { state: WEBHOOK_STATES },
    from: 'read',
    across: 'max',
  },
  gatehouse_webhook_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver a webhook; pending: it will be tried again.',
    labels: { outcome: ['delivered', 'pending', 'failed'] },
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_notification_sends_total: {
    type: 'counter',
    help: 'Attempts to send a message of a notification; postponed: it will be tried again.',
    labels: { channel: ['email', 'sms'], outcome: ['done', 'postponed'] },
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_job_runs_total: {
    type: 'counter',
    help: 'Runs of background jobs by kind; postponed: it will be tried again.',
    labels: { kind: 'job', outcome: ['done', 'postponed', 'failed'] },
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_job_duration_seconds: {
    type: 'histogram',
    help: 'Seconds that background jobs took, by kind.',
    labels: { kind: 'job' },
    buckets: JOB_SECONDS,
    from: 'recorded',
    across: 'sum',
  },
  gatehouse_recurring_job_runs_total: {
    type: 'counter',
    help: 'Runs of recurring jobs.',
    labels: { task: 'recurring_job', outcome: ['done', 'failed'] },
    from: 'recorded',
    across: 'sum',
  },
} as const satisfies Record<`gatehouse_${string}`, MetricDeclaration>

type Declarations = typeof metricDeclarations
export type MetricName = keyof Declarations
type NameWhere<Shape> = {
  [Name in MetricName]: Declarations[Name] extends Shape ? Name : never
}[MetricName]
export type CounterName = NameWhere<{ type: 'counter'; from: 'recorded' }>
export type HistogramName = NameWhere<{ type: 'histogram' }>
export type ReadName = NameWhere<{ from: 'read' }>

export type LabelsOf<Name extends MetricName> = {
  [
    Label in keyof Declarations[Name]['labels']
  ]: Declarations[Name]['labels'][Label] extends readonly (infer Value)[] ? Value : string
}

/** The declaration of a metric, with the fields that only some have. */
export function metricDeclaration(name: MetricName): MetricDeclaration {
  return metricDeclarations[name]
}

/** `value` if the list of the declaration has it, otherwise its catch-all `other`. */
export function signInRefusal(value: unknown): (typeof REFUSALS)[number] {
  return REFUSALS.find((reason) => reason === value) ?? 'other'
}

/** The label of a method: a client can send any. */
export function methodLabel(method: string | undefined): (typeof METHODS)[number] {
  return METHODS.find((known) => known === method) ?? 'other'
}

/** The class of a status, such as `2xx`. */
export function statusClass(status: number): (typeof STATUS_CLASSES)[number] {
  return STATUS_CLASSES[Math.floor(status / 100) - 1] ?? '5xx'
}
