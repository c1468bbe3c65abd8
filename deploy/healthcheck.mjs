// HEALTHCHECK of the image: exit code 0 if the process answers. Not /readyz: some orchestrators
// replace an unhealthy container, which would not bring a database back.
const { PORT = '3000' } = process.env
const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
