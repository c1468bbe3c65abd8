import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifestFiles } from './manifest-files'
import { migrationPod, servicePod } from './pods'

const pods = { service: servicePod, migration: migrationPod }

describe('the Kubernetes manifests', () => {
  it('are committed as the source prints them (npm run build:manifests)', () => {
    for (const [file, text] of manifestFiles())
      expect(readFileSync(join(import.meta.dirname, file), 'utf8'), file).toBe(text)
  })

  it.each(Object.entries(pods))('run the %s without privileges, as the image does', (_, pod) => {
    const dockerfile = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8')
    const { runAsUser, runAsGroup, runAsNonRoot } = pod.securityContext!
    expect(runAsNonRoot).toBe(true)
    expect(dockerfile).toContain(`USER ${runAsUser}:${runAsGroup}`)
    for (const { securityContext } of pod.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  })

  it('contain no secret', () => {
    for (const [file, text] of manifestFiles())
      expect(text, file).not.toMatch(/kind: Secret\b|_SECRET|_KEY|PASSWORD|DATABASE_URL/)
  })

  it('do not restart the service because its database is away', () => {
    expect(servicePod.containers[0]!.livenessProbe!.httpGet!.path).toBe('/healthz')
    expect(servicePod.containers[0]!.readinessProbe!.httpGet!.path).toBe('/readyz')
  })
})
