# syntax=docker/dockerfile:1
# The product as one image: the browser's files are built once, the server runs its TypeScript as it is.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# The commit, which the page and /healthz name; the repository itself is not in the image.
ARG COMMIT
RUN COMMIT=$COMMIT node build/build.ts

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY src/domain src/domain
COPY src/contract src/contract
COPY server server
COPY example-college example-college
# Loaded with DEMO=1 only.
COPY mocks mocks
# The ledger and the uploads of a single machine; with a database and a bucket nothing lies there.
ENV DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
VOLUME /data
# Nothing else of the image is written to: run it with a read-only root and a /tmp, where parts of uploads wait to be sent.
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# As `npm start`: what is told to Node of memory, and why, stands in docs/operate/capacity.md.
CMD ["node", "--disable-sigusr1", "--max-semi-space-size=16", "--heap-growing-percent=100", "server/main.ts"]
