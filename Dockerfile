# docker build -t baumeister . && docker run -p 8420:8420 -v baumeister:/data baumeister
# More options go behind the name: ... baumeister --base-path /games

# The browser client is built in the first image, with a node that pip fetches; it stays there.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE MANIFEST.in ./
COPY requirements requirements
COPY tools tools
COPY web web
COPY src src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/*.whl)[serve,shared]" && \
    useradd --system baumeister && \
    install --directory --owner baumeister /data
USER baumeister
VOLUME /data
EXPOSE 8420
ENTRYPOINT ["baumeister", "serve", "--host", "0.0.0.0", "--data", "/data"]
