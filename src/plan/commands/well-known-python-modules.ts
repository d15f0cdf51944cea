/**
 * Modules of well-known packages that a Python installation may hold without the project saying so. Which packages are
 * installed cannot be read from a tree: a module named here is not taken for a missing file of the project.
 */
export const WELL_KNOWN_PYTHON_MODULES: ReadonlySet<string> = new Set(
  `
    _pytest accelerate aiohttp aiosqlite alembic altair anthropic anyio appdirs arrow asyncpg attr attrs azure
    babel bandit bcrypt black blessed bokeh boto3 botocore bs4 build can catboost cattrs celery certifi
    charset_normalizer click colorama coverage Crypto cryptography cv2 cvxpy Cython cython cytoolz dash dask
    datasets dateutil deap decouple diffusers distlib django docker docutils docx dotenv elasticsearch environs
    eventlet exceptiongroup fabric factory faker fastapi feedparser filelock fiona fitz flake8 flask flax flit_core
    folium freezegun frozenlist gensim geopandas gevent gi google google_crc32c gradio greenlet grpc gunicorn gym
    gymnasium h5py hatchling html5lib httpx huggingface_hub hypothesis idna imageio importlib_metadata
    importlib_resources invoke ipykernel IPython ipywidgets isort jax jinja2 jsonschema jupyter jwt keras kivy
    kombu kubernetes langchain lightgbm loguru lxml markdown markupsafe marshmallow matplotlib mistune mkdocs
    mlflow mock mongoengine more_itertools moto msgpack multidict mypy mypy_extensions nacl nbconvert nbformat
    networkx nltk nose notebook nox numba numpy openai openpyxl OpenSSL opentelemetry optuna orjson ortools
    packaging pandas paramiko passlib peewee peft pendulum PIL pip pkg_resources platformdirs playwright plotly
    poetry polars pptx prettytable prometheus_client prompt_toolkit protobuf psutil psycopg psycopg2 pulp pyarrow
    pydantic pydantic_core pygame pyglet pygments pylint pymongo pypdf PyPDF2 pyproj PyQt5 PyQt6 PySide6 pytest
    pytest_asyncio pytz rasterio redis referencing reportlab requests responses respx rich rpds ruff scipy scrapy
    seaborn selenium sentry_sdk serial setuptools shapely simplejson simpy six skimage sklearn sniffio socketio
    sortedcontainers spacy sphinx sqlalchemy stable_baselines3 starlette statsmodels streamlit stripe structlog
    sympy tables tabulate tensorflow termcolor textblob tokenizers toml tomli tomli_w toolz torch torchvision
    tornado tortoise tox tqdm transformers trio tweepy twilio twine twisted typer typing_extensions tzdata ujson
    urllib3 usb uvicorn vcr virtualenv wandb watchdog websocket websockets werkzeug wheel wx xarray xgboost xlrd
    xlsxwriter yaml yarl z3 zipp zmq
  `
    .trim()
    .split(/\s+/),
);
