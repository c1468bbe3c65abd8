# Gatehouse as an image: a numeric user without privileges, nothing to build or install with, and a
# root file system that can be mounted read-only. Writable are only /data and /tmp.
ARG NODE_IMAGE=node:22-bookworm-slim
# Has pg_dump and psql, of the server's version or newer.
ARG POSTGRES_IMAGE=postgres:17-bookworm

FROM ${NODE_IMAGE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
COPY clients/guard/package.json clients/guard/
COPY clients/typescript/package.json clients/typescript/
RUN npm ci --ignore-scripts --no-audit
COPY . .
RUN npm run build && npm run build:image

# docker build --target ctl: gatehousectl with the tools of PostgreSQL, for backups.
FROM ${POSTGRES_IMAGE} AS ctl
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=build /app/dist/image ./
RUN mkdir -m 700 /data /backups && chown 10001:10001 /data /backups
ENV NODE_ENV=production \
  APP_ENV=production \
  DATA_DIR=/data
USER 10001:10001
ENTRYPOINT ["node", "/app/dist/ctl/gatehousectl.mjs"]
CMD ["--help"]

FROM ${NODE_IMAGE}
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn* \
  /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg
WORKDIR /app
COPY --from=build /app/dist/image ./
# Created here with its owner, so that a new volume inherits it.
RUN mkdir -m 700 /data && chown 10001:10001 /data
ENV NODE_ENV=production \
  NEXT_TELEMETRY_DISABLED=1 \
  APP_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data
VOLUME /data
EXPOSE 3000
USER 10001:10001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "dist/server/healthcheck.mjs"]
CMD ["node", "dist/server/index.mjs"]
