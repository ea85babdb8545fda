# docker build -t baumeister . && docker run -p 8420:8420 -v baumeister:/data baumeister
# More options go behind the name: ... baumeister --base-path /games

# The first image compiles the core and builds the browser client and the documentation, with a node
# and an MkDocs that pip fetches; all of these tools stay there.
FROM python:3.13-slim AS build
RUN apt-get update && \
    apt-get install --yes --no-install-recommends g++ && \
    rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY pyproject.toml setup.py mkdocs.yml LICENSE MANIFEST.in Dockerfile *.md ./
COPY docs docs
COPY experiments experiments
COPY requirements requirements
COPY tools tools
COPY web web
COPY src src
RUN BAUMEISTER_CORE=required pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/*.whl)[serve,shared]" && \
    useradd --system baumeister && \
    install --directory --owner baumeister /data
USER baumeister
VOLUME /data
EXPOSE 8420
ENTRYPOINT ["baumeister", "serve", "--host", "0.0.0.0", "--data", "/data"]
