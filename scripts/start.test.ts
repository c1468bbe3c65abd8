import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { describeIf } from '@/tests/kit/describe-if'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

/** A project whose build takes no time, but uses the real esbuild. */
function smallProject(): string {
  const folder = temporaryFolder()
  const scripts = join(folder, 'scripts')
  mkdirSync(scripts)
  const started = ['start.mjs', 'build-for-start.mjs']
  for (const name of [...started, 'build-stamp.mjs', 'end-with-npm.mjs', 'error-message.mjs'])
    copyFileSync(join(import.meta.dirname, name), join(scripts, name))
  const esbuild = import.meta.resolve('esbuild')
  const server = pathToFileURL(join(folder, 'dist/server')).href
  writeFileSync(
    join(scripts, 'build.mjs'),
    `import { mkdirSync, writeFileSync } from 'node:fs'
     import esbuild from ${JSON.stringify(esbuild)}
     const write = async (name, text) => {
       const { code } = await esbuild.transform(text)
       mkdirSync(new URL(${JSON.stringify(`${server}/`)}), { recursive: true })
       writeFileSync(new URL(name, ${JSON.stringify(`${server}/`)}), code)
     }
     export const bundle = () => write('check-settings.mjs', '')
     export const buildOnce = () =>
       write('index.mjs', 'console.log("serving"); setInterval(() => undefined, 1000)')`,
  )
  return folder
}

/** The processes whose parent is `pid`, as Linux lists them. */
const childrenOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )

describeIf(process.platform === 'linux', 'no /proc')('npm start', () => {
  it('leaves no build tool running beside the service', async () => {
    const folder = smallProject()
    const started = spawn(process.execPath, [join(folder, 'scripts/start.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(started, 'exit')
    try {
      const ending = ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))
      await Promise.race([once(started.stdout, 'data'), ending])
      expect(childrenOf(started.pid!)).toEqual([])
    } finally {
      started.kill()
      await ended
    }
  })
})
