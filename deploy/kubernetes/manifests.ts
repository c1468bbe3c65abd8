import type { Deployment } from 'kubernetes-types/apps/v1'
import type { Job } from 'kubernetes-types/batch/v1'
import type { ConfigMap, Service, ServiceAccount } from 'kubernetes-types/core/v1'
import type { NetworkPolicy } from 'kubernetes-types/networking/v1'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1'
import { labelsOf, migrationPod, NAME, PORT, servicePod } from './pods'

const labels = labelsOf('service')
const metadata = { name: NAME, labels }

const serviceAccount: ServiceAccount = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata,
  automountServiceAccountToken: false,
}

/** What is not secret. APP_BASE_URL is to be replaced in an overlay. */
const configMap: ConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata,
  data: { APP_ENV: 'production', APP_BASE_URL: 'https://id.example.org', TRUST_PROXY_HOPS: '1' },
}

const deployment: Deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    template: {
      metadata: { labels },
      spec: { ...servicePod, serviceAccountName: NAME },
    },
  },
}

const service: Service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
}

const disruptionBudget: PodDisruptionBudget = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata,
  spec: { minAvailable: 1, selector: { matchLabels: labels } },
}

/**
 * Requests come only from ingress controllers, in namespaces labeled for them. Outgoing connections
 * stay open: to the database, mail servers, sign-in providers, and webhooks of any address.
 */
const networkPolicy: NetworkPolicy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata,
  spec: {
    podSelector: { matchLabels: labels },
    policyTypes: ['Ingress'],
    ingress: [
      {
        from: [{ namespaceSelector: { matchLabels: { 'gatehouse.example.org/ingress': 'true' } } }],
        ports: [{ port: PORT, protocol: 'TCP' }],
      },
    ],
  },
}

/** Nothing connects to the migration. */
const migrationPolicy: NetworkPolicy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: `${NAME}-migrate`, labels: labelsOf('migration') },
  spec: { podSelector: { matchLabels: labelsOf('migration') }, policyTypes: ['Ingress'] },
}

const migrationJob: Job = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: `${NAME}-migrate`, labels: labelsOf('migration') },
  spec: {
    backoffLimit: 3,
    ttlSecondsAfterFinished: 86_400,
    template: { metadata: { labels: labelsOf('migration') }, spec: migrationPod },
  },
}

/** Applied before the rest of a release: see docs/deployment.md. */
export const migration = [migrationPolicy, migrationJob]
export const base = [
  serviceAccount,
  configMap,
  deployment,
  service,
  disruptionBudget,
  networkPolicy,
]
