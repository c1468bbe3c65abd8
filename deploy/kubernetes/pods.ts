import type { Container, PodSpec, Probe } from 'kubernetes-types/core/v1'

export const NAME = 'gatehouse'
export const PORT = 3000
/** The user and group of the image. */
const USER = 10001
/** Must exist before: kubectl create secret generic gatehouse --from-env-file=gatehouse.env */
const SECRET = 'gatehouse'

export const labelsOf = (component: string) => ({
  'app.kubernetes.io/name': NAME,
  'app.kubernetes.io/component': component,
})

const probe = (path: string, more: Probe): Probe => ({
  httpGet: { path, port: 'http' },
  timeoutSeconds: 5,
  ...more,
})

/** Pod settings of the "restricted" Pod Security Standard. */
const confined: PodSpec = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: USER,
    runAsGroup: USER,
    fsGroup: USER,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  volumes: [
    { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
    { name: 'data', emptyDir: { sizeLimit: '256Mi' } },
  ],
  containers: [],
}

const container: Container = {
  name: NAME,
  image: NAME,
  envFrom: [{ configMapRef: { name: NAME } }, { secretRef: { name: SECRET } }],
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  volumeMounts: [
    { name: 'tmp', mountPath: '/tmp' },
    { name: 'data', mountPath: '/data' },
  ],
}

export const servicePod: PodSpec = {
  ...confined,
  // A graceful stop takes up to 9.5 s, after the pause below.
  terminationGracePeriodSeconds: 25,
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: labelsOf('service') },
    },
  ],
  containers: [
    {
      ...container,
      ports: [{ name: 'http', containerPort: PORT }],
      resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '1Gi' } },
      // The start waits for the database and migrates it.
      startupProbe: probe('/healthz', { periodSeconds: 2, failureThreshold: 150 }),
      // Asks only whether the process responds: restarting it would not bring a database back.
      livenessProbe: probe('/healthz', { periodSeconds: 10, failureThreshold: 6 }),
      readinessProbe: probe('/readyz', { periodSeconds: 5, failureThreshold: 2 }),
      // Time for load balancers to stop sending requests here.
      lifecycle: {
        preStop: { exec: { command: ['node', '-e', 'setTimeout(() => {}, 10_000)'] } },
      },
    },
  ],
}

export const migrationPod: PodSpec = {
  ...confined,
  restartPolicy: 'Never',
  containers: [
    {
      ...container,
      name: 'migrate',
      command: ['node', 'dist/server/migrate.mjs'],
      resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } },
    },
  ],
}
