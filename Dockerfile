# syntax=docker/dockerfile:1
# The gateway in a container, without the static analyser and without the laboratory. How to use it: docs/install.md.

FROM rust:1.95-bookworm AS builder
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY crates crates
COPY contracts contracts
COPY datasets datasets
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --locked --profile dist -p vetgate --no-default-features --features encryption \
    && install -D target/dist/vetgate /out/usr/local/bin/vetgate \
    && install -d -m 0700 /out/var/lib/vetgate

FROM debian:bookworm-slim
# The authorities that remote servers are checked against; the slim image has none.
COPY --from=builder /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=builder /out/usr/local/bin/vetgate /usr/local/bin/vetgate
COPY --chmod=0755 packaging/healthcheck /usr/local/bin/vetgate-healthcheck
COPY --from=builder --chown=10001:10001 /out/var/lib/vetgate /var/lib/vetgate
# What is written goes to /var/lib/vetgate: the ledger, the signing key, the admin token.
ENV XDG_DATA_HOME=/var/lib HOME=/var/lib/vetgate
USER 10001:10001
VOLUME /var/lib/vetgate
EXPOSE 7332
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s --retries=3 CMD ["vetgate-healthcheck"]
ENTRYPOINT ["vetgate"]
CMD ["serve", "--config", "/etc/vetgate/gateway.json", "--log", "json"]
